"""What reviewers decided, and what follows from it: facts and cases in, figures and plans out. Pure."""
