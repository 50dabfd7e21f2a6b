"""What happened in one response.

Pure: a case, a response, what the corpus revision says of the ids that they name, and what the run of the response
shows (passages or only documents); nothing else of another response. So a stored baseline is observed again under
today's set by the same call. A failed response is an observation too, with everything unseen.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from operator import attrgetter

from goldsmith._base.collector import collector_at_rest
from goldsmith.records.case import Case, Identity
from goldsmith.records.observation import Leak, Observation
from goldsmith.records.response import CHANNELS, Channel, Failure, Reply, Response
from goldsmith.scoring.levels import Shown, shown_by
from goldsmith.scoring.naming import DocumentNames, is_nothing
from goldsmith.scoring.observing.access import Access, Rules, rules_for, see_leaks, see_unlisted
from goldsmith.scoring.observing.checks import see_checks
from goldsmith.scoring.observing.citations import see_citations
from goldsmith.scoring.observing.claims import see_claims
from goldsmith.scoring.observing.conduct import see_behaviour
from goldsmith.scoring.observing.passages import lay_ground, ranked, resolved, see_needs, see_passages
from goldsmith.scoring.observing.supersession import superseded_documents
from goldsmith.scoring.plugged import NO_MATCHERS, Matchers
from goldsmith.tables.chunks import CorpusView

_NO_REPLY = Reply()
_FIELDS: dict[Channel, str] = {
    "candidates": "candidates",
    "context": "retrieved",
    "citations": "citations",
    "stream": "events",
    "tools": "tool_calls",
    "trace": "trace",
    "cache": "cache",
    "answer": "answer",
}
_SHOWN = attrgetter(*(_FIELDS[channel] for channel in CHANNELS))
"""What a reply shows on each channel, in their order."""


class Observer:
    """Observes many responses against one corpus: what depends on the corpus or on an identity is worked out once.

    `shown` is what the run of the responses shows (`levels.what_is_shown`); None: each response is a run by itself.
    `matchers` are those of plug-ins, for the claims that name one.
    """

    def __init__(
        self, corpus: CorpusView | None, *, access: Access, shown: Shown | None = None, matchers: Matchers = NO_MATCHERS
    ) -> None:
        self._corpus = corpus
        self._access = access
        self._shown = shown
        self._matchers = matchers
        self._names = DocumentNames(corpus)
        self._superseded = superseded_documents(corpus)
        self._rules: dict[Identity, Rules] = {}

    def observe(self, case: Case, response: Response) -> Observation:
        """Return what happened in `response`, judged by `case`."""
        outcome = response.outcome
        failure = outcome if isinstance(outcome, Failure) else None
        reply = self._names.settled(outcome) if isinstance(outcome, Reply) else _NO_REPLY
        ground = lay_ground(case, self._shown or self._alone(case, reply), self._corpus, self._superseded)
        passages = resolved(reply.retrieved, self._corpus)
        retrieved = ranked(passages, ground)
        candidates = ranked(resolved(reply.candidates, self._corpus), ground)
        is_shown = reply.retrieved is not None
        leaks, unlisted = self._leaks(case, reply)
        claims = see_claims(case, reply.answer, self._matchers)
        stated = bool([claim for claim in claims if claim.force == "required" and claim.state == "stated"])
        return Observation(
            key=response.key,
            case=response.case,
            case_digest=response.case_digest,
            failure=failure,
            needs=see_needs(case, retrieved, candidates, ground),
            passages=see_passages(retrieved, ground) if is_shown else None,
            claims=claims,
            answered=bool(reply.answer and reply.answer.strip()),
            citations=see_citations(reply.citations, passages if is_shown else None, ground),
            behaviour=see_behaviour(case, reply, states_required=stated),
            leaks=leaks,
            unlisted=unlisted,
            not_observed=_not_observed(reply),
            guarded=self._is_guarded(case),
            checks=see_checks(case, reply, self._matchers),
            latency_ms=response.latency_ms,
            time_to_first_token_ms=reply.time_to_first_token_ms,
            input_tokens=reply.usage.input_tokens,
            output_tokens=reply.usage.output_tokens,
            cost_usd=reply.usage.cost_usd,
            attempts=response.attempts,
            probe=response.probe,
        )

    def observe_all(self, pairs: Iterable[tuple[Case, Response]]) -> tuple[Observation, ...]:
        """Return what happened in each response, judged by the case beside it, in the order given.

        Faster than one by one: the collector does not walk over thousands of observations that hold no cycles, unless
        matchers of plug-ins take part, of which nobody knows what they leave behind.
        """
        with nullcontext() if self._matchers else collector_at_rest():
            return tuple([self.observe(case, response) for case, response in pairs])

    def leaks(self, case: Case, reply: Reply) -> tuple[Leak, ...]:
        """Return what `observe` says of leaks, and nothing else: all denied sources that `reply` shows."""
        return self._leaks(case, self._names.settled(reply))[0]

    def rules(self, identity: Identity) -> Rules:
        """Return what is denied to `identity`."""
        found = self._rules.get(identity)
        if found is None:
            found = self._rules[identity] = rules_for(identity, self._corpus)
        return found

    def texts(self, document: str) -> tuple[str, ...]:
        """Return the passages of a document that are at hand, by the ids of their chunks."""
        chunks = self._corpus.chunks if self._corpus else {}
        return tuple(chunks[name].text or "" for name in sorted(chunks) if chunks[name].document == document)

    def _is_guarded(self, case: Case) -> bool:
        """Say whether there is something that the asker may not see: without it, no answer could show a leak."""
        if case.identity is None:
            return False
        rules = self.rules(case.identity)
        return bool(rules.denied) or (self._access == "closed" and rules.lists)

    def _alone(self, case: Case, reply: Reply) -> Shown:
        items = (*(reply.retrieved or ()), *(reply.candidates or ()))
        return shown_by((item for item in items if not is_nothing(item)), self._corpus, (case,))

    def _leaks(self, case: Case, reply: Reply) -> tuple[tuple[Leak, ...], tuple[str, ...]]:
        if case.identity is None:
            return (), ()
        rules = self.rules(case.identity)
        leaks = see_leaks(case, reply, rules, self._corpus)
        unlisted = see_unlisted(reply, rules, self._corpus)
        if self._access == "closed":
            leaks += tuple(
                Leak(channel=channel, document=name, detail="on neither list of the case", basis="not_listed")
                for name, channel in unlisted.items()
            )
        return leaks, tuple(unlisted)


def observe(case: Case, response: Response, corpus: CorpusView | None, access: Access) -> Observation:
    """Return what happened in `response`, judged by `case`.

    `corpus` None: no revision is at hand, so ids are known only by their form. `access` says whether a source on
    neither list of an identity is a leak (``closed``) or only named (``open``). For many responses keep an `Observer`.
    """
    return Observer(corpus, access=access).observe(case, response)


def _not_observed(reply: Reply) -> tuple[Channel, ...]:
    return tuple([channel for channel, shown in zip(CHANNELS, _SHOWN(reply), strict=True) if shown is None])
