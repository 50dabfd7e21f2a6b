// requires-npm: promptfoo@0.121.20
// promptfoo checks the configuration and runs its tests against its own provider `echo`, so that each question comes back.
"use strict";

const { spawnSync } = require("node:child_process");
const { mkdtempSync, readFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");

const folder = path.resolve(process.argv[2]);
const home = mkdtempSync(path.join(tmpdir(), "promptfoo-"));
const quiet = {
  PROMPTFOO_CONFIG_DIR: home,
  PROMPTFOO_DISABLE_TELEMETRY: "1",
  PROMPTFOO_DISABLE_UPDATE: "1",
  PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
};

function promptfoo(allowed, ...options) {
  const program = path.join(process.cwd(), "node_modules", "promptfoo", "dist", "src", "entrypoint.js");
  const done = spawnSync(process.execPath, [program, ...options], { env: { ...process.env, ...quiet }, encoding: "utf8" });
  if (!allowed.includes(done.status)) {
    console.error(done.stderr || done.stdout || String(done.error));
    process.exit(1);
  }
}

const config = path.join(folder, "promptfooconfig.yaml");
const out = path.join(home, "out.json");
promptfoo([0], "validate", "-c", config);
// 100 says that tests failed, as they do where an answer only repeats its question.
promptfoo([0, 100], "eval", "-c", config, "--grader", "echo", "--no-cache", "--no-table", "-o", out);

const results = JSON.parse(readFileSync(out, "utf8")).results.results;
const facts = { cases: 0, checks: {} };
for (const result of results) {
  const id = result.testCase.metadata.id;
  const question = JSON.parse(result.testCase.metadata.goldsmith).question;
  if (result.failureReason === 2 || result.response.output !== question) {
    console.error(`${id}: ${result.error || `came out as ${result.response.output}`}`);
    process.exit(1);
  }
  for (const check of result.testCase.assert || []) {
    facts.checks[check.type] = (facts.checks[check.type] || 0) + 1;
  }
  facts.cases += 1;
}
console.log(JSON.stringify(facts));
