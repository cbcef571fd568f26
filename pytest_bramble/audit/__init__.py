"""The proof of the exam: who plays gold, who leaks, who errs on purpose.  The trial cannot import this."""
