"""Arithmetic of evaluation: numbers in, numbers out, and `Undefined` with its reason where there is no number.

Users import the module they need: `intervals` (what a rate or a mean can be), `paired` (did two systems differ on the
same cases), `multiplicity` (many tests at once), `power` (what a set can detect), `repeats` (several runs of a case),
`denominators` (means whose missing values are counted, and means of slices), `agreement`, `many_raters`, `alpha`,
`alpha_of_sets`, `set_overlap` (do raters agree beyond chance), `acceptance` (how many of a batch to check). Importing
this package loads none of them.
"""
