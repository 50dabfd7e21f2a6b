"""Every rule by its code, imported on first use, and the page of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import cleandoc

from goldsmith._base.registry import Registry, unknown_name
from goldsmith.lint.rule import Rule

_TARGETS = {
    "GS101": "goldsmith.lint.rules.duplicate_case_id:DuplicateCaseId",
    "GS102": "goldsmith.lint.rules.look_alike_case_ids:LookAlikeCaseIds",
    "GS103": "goldsmith.lint.rules.blank_question:BlankQuestion",
    "GS104": "goldsmith.lint.rules.missing_expectation:MissingExpectation",
    "GS105": "goldsmith.lint.rules.unstated_expectation:UnstatedExpectation",
    "GS106": "goldsmith.lint.rules.unknown_axis_word:UnknownAxisWord",
    "GS107": "goldsmith.lint.rules.contradictory_identity:ContradictoryIdentity",
    "GS108": "goldsmith.lint.rules.unknown_need:UnknownNeed",
    "GS109": "goldsmith.lint.rules.unusable_matcher:UnusableMatcher",
    "GS110": "goldsmith.lint.rules.prose_without_claims:ProseWithoutClaims",
    "GS111": "goldsmith.lint.rules.behaviour_without_means:BehaviourWithoutMeans",
    "GS112": "goldsmith.lint.rules.mismatched_behaviour:MismatchedBehaviour",
    "GS113": "goldsmith.lint.rules.bad_weight:BadWeight",
    "GS114": "goldsmith.lint.rules.invalid_effective_date:InvalidEffectiveDate",
    "GS115": "goldsmith.lint.rules.unusable_waiver:UnusableWaiver",
    "GS116": "goldsmith.lint.rules.broken_variant:BrokenVariant",
    "GS117": "goldsmith.lint.rules.unexpected_conversation:UnexpectedConversation",
    "GS118": "goldsmith.lint.rules.placeholder_text:PlaceholderText",
    "GS119": "goldsmith.lint.rules.blank_case_id:BlankCaseId",
    "GS120": "goldsmith.lint.rules.blank_turn:BlankTurn",
    "GS121": "goldsmith.lint.rules.contradictory_tools:ContradictoryTools",
    "GS122": "goldsmith.lint.rules.impossible_format:ImpossibleFormat",
    "GS123": "goldsmith.lint.rules.bad_grade:BadGrade",
    "GS124": "goldsmith.lint.rules.denied_without_prohibited_claim:DeniedWithoutProhibitedClaim",
    "GS125": "goldsmith.lint.rules.personal_data:PersonalData",
    "GS126": "goldsmith.lint.rules.secret_in_case:SecretInCase",
    "GS127": "goldsmith.lint.rules.two_questions:TwoQuestions",
    "GS128": "goldsmith.lint.rules.long_answer:LongAnswer",
    "GS129": "goldsmith.lint.rules.answer_without_fact:AnswerWithoutFact",
    "GS130": "goldsmith.lint.rules.answer_in_question:AnswerInQuestion",
    "GS131": "goldsmith.lint.rules.contradictory_claims:ContradictoryClaims",
    "GS132": "goldsmith.lint.rules.answer_against_own_claims:AnswerAgainstOwnClaims",
    "GS133": "goldsmith.lint.rules.question_names_source:QuestionNamesSource",
    "GS134": "goldsmith.lint.rules.language_mismatch:LanguageMismatch",
    "GS135": "goldsmith.lint.rules.mislabelled_difficulty:MislabelledDifficulty",
    "GS136": "goldsmith.lint.rules.mislabelled_reasoning:MislabelledReasoning",
    "GS137": "goldsmith.lint.rules.refusal_as_answer:RefusalAsAnswer",
    "GS138": "goldsmith.lint.rules.repeated_claim:RepeatedClaim",
    "GS139": "goldsmith.lint.rules.claim_against_own_matcher:ClaimAgainstOwnMatcher",
    "GS201": "goldsmith.lint.rules.forgotten_evidence:ForgottenEvidence",
    "GS202": "goldsmith.lint.rules.evidence_on_no_answer:EvidenceOnNoAnswer",
    "GS203": "goldsmith.lint.rules.duplicate_evidence:DuplicateEvidence",
    "GS204": "goldsmith.lint.rules.dangling_evidence:DanglingEvidence",
    "GS205": "goldsmith.lint.rules.evidence_in_failed_document:EvidenceInFailedDocument",
    "GS206": "goldsmith.lint.rules.document_level_evidence:DocumentLevelEvidence",
    "GS207": "goldsmith.lint.rules.changed_evidence:ChangedEvidence",
    "GS208": "goldsmith.lint.rules.missing_quote:MissingQuote",
    "GS209": "goldsmith.lint.rules.ambiguous_quote:AmbiguousQuote",
    "GS210": "goldsmith.lint.rules.unpinned_evidence:UnpinnedEvidence",
    "GS211": "goldsmith.lint.rules.superseded_evidence:SupersededEvidence",
    "GS212": "goldsmith.lint.rules.denied_evidence:DeniedEvidence",
    "GS213": "goldsmith.lint.rules.unknown_source_in_identity:UnknownSourceInIdentity",
    "GS214": "goldsmith.lint.rules.no_corpus_revision:NoCorpusRevision",
    "GS215": "goldsmith.lint.rules.unchecked_text:UncheckedText",
    "GS216": "goldsmith.lint.rules.moved_evidence:MovedEvidence",
    "GS217": "goldsmith.lint.rules.empty_evidence:EmptyEvidence",
    "GS218": "goldsmith.lint.rules.unfrozen_documents:UnfrozenDocuments",
    "GS219": "goldsmith.lint.rules.unsupporting_evidence:UnsupportingEvidence",
    "GS220": "goldsmith.lint.rules.unneeded_evidence:UnneededEvidence",
    "GS221": "goldsmith.lint.rules.unlabelled_twin:UnlabelledTwin",
    "GS222": "goldsmith.lint.rules.bare_heading_evidence:BareHeadingEvidence",
    "GS226": "goldsmith.lint.rules.mixed_source_shapes:MixedSourceShapes",
    "GS301": "goldsmith.lint.rules.duplicate_question:DuplicateQuestion",
    "GS302": "goldsmith.lint.rules.near_duplicate_question:NearDuplicateQuestion",
    "GS303": "goldsmith.lint.rules.variant_in_another_split:VariantInAnotherSplit",
    "GS304": "goldsmith.lint.rules.question_copies_source:QuestionCopiesSource",
    "GS401": "goldsmith.lint.rules.unreviewed_case:UnreviewedCase",
    "GS402": "goldsmith.lint.rules.edited_after_approval:EditedAfterApproval",
    "GS403": "goldsmith.lint.rules.disputed_case:DisputedCase",
    "GS404": "goldsmith.lint.rules.unfounded_approval:UnfoundedApproval",
    "GS405": "goldsmith.lint.rules.single_reviewer_in_risk_slice:SingleReviewerInRiskSlice",
    "GS406": "goldsmith.lint.rules.overdue_review:OverdueReview",
    "GS501": "goldsmith.lint.rules.thin_slice:ThinSlice",
    "GS502": "goldsmith.lint.rules.missing_axis_label:MissingAxisLabel",
    "GS503": "goldsmith.lint.rules.no_denied_source_case:NoDeniedSourceCase",
    "GS504": "goldsmith.lint.rules.no_unanswerable_case:NoUnanswerableCase",
    "GS505": "goldsmith.lint.rules.no_high_risk_case:NoHighRiskCase",
    "GS506": "goldsmith.lint.rules.missing_permission_profile:MissingPermissionProfile",
    "GS507": "goldsmith.lint.rules.dominant_job:DominantJob",
    "GS508": "goldsmith.lint.rules.dominant_format:DominantFormat",
    "GS509": "goldsmith.lint.rules.dominant_difficulty:DominantDifficulty",
    "GS510": "goldsmith.lint.rules.no_real_question:NoRealQuestion",
    "GS511": "goldsmith.lint.rules.unprobed_permission_twins:UnprobedPermissionTwins",
    "GS512": "goldsmith.lint.rules.dominant_document:DominantDocument",
    "GS601": "goldsmith.lint.rules.incomplete_header:IncompleteHeader",
    "GS602": "goldsmith.lint.rules.unused_suppression:UnusedSuppression",
    "GS603": "goldsmith.lint.rules.expired_suppression:ExpiredSuppression",
}

RULES: Registry[Callable[[], Rule]] = Registry("rules", _TARGETS)
"""The rules by code."""

SOMETIMES_ERRORS = frozenset({"GS102", "GS106", "GS203", "GS206"})
"""Rules of warnings or advice that call some of what they find an error, whether the set is to be published or not."""

CODES: tuple[str, ...] = tuple(sorted(_TARGETS))
"""Every code, in order."""

NAMES: dict[str, str] = {
    # The module is named as the rule is, so that a name is found without importing all of them.
    target.partition(":")[0].rpartition(".")[2].replace("_", "-"): code
    for code, target in _TARGETS.items()
}
"""Code of each rule by name."""


@cache
def load(code: str) -> Rule:
    """Return the rule of a code. Raises UnknownNameError."""
    return RULES.get(code)()


def code_of(name: str) -> str:
    """Return the code of a rule for its code, in any case, or its name.

    Raises UnknownNameError with the nearest code or name.
    """
    written = name.strip()
    if written.upper() in _TARGETS:
        return written.upper()
    folded = written.lower().replace("_", "-")
    if folded in NAMES:
        return NAMES[folded]
    by_code = written[:2].upper() == "GS"
    raise unknown_name("rules", written.upper() if by_code else written, CODES if by_code else tuple(sorted(NAMES)))


def explain(code: str) -> str:
    """Return the page of a rule, for its code or its name, as Markdown. Raises UnknownNameError."""
    rule = load(code_of(code))
    page = cleandoc(type(rule).__doc__ or "")
    when = " · only with --ready" if "ready" in rule.needs else ""
    return f"# {rule.code} {rule.name}\n\n{rule.severity}{when} · since {rule.since}\n\n{page}\n"
