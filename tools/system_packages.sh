#!/bin/sh
# Installs what the tests need beyond Python: Chromium, which opens the pages that we write.
# Where that cannot be done, it says so and the page tests skip themselves: everything else runs.
set -eu

for browser in chromium chromium-browser google-chrome; do
    if command -v "$browser" >/dev/null 2>&1; then exit 0; fi
done

if ! command -v apt-get >/dev/null 2>&1; then
    echo "No Chromium here: install one if you want the page tests to run. Going on without."
    exit 0
fi

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
        echo "No Chromium here: 'sudo apt-get install chromium' lets the page tests run. Going on without."
        exit 0
    fi
    as_root="sudo -n"
fi

export DEBIAN_FRONTEND=noninteractive
echo "Installing Chromium for the page tests ..."
if ! { $as_root apt-get update -qq && $as_root apt-get install -qq -y --no-install-recommends chromium; } >/dev/null; then
    echo "Chromium could not be installed: the page tests will be skipped. Going on without."
fi
