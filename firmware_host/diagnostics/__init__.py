"""Diagnostics: the log, the support bundle, and the redaction of secrets in both."""
