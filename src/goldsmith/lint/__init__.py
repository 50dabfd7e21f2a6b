"""Say what is wrong with a golden set before anything is measured with it. Pure: a view in, findings out."""
