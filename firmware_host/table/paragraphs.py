"""Paragraphs cited by several modules of the table."""

from firmware_host.rules.struct import Paragraphs

SHUFFLED: Paragraphs = ("14.5(a)",)
TABLE_STAKES: Paragraphs = ("14.7(c)1", "14.1")
FUND: Paragraphs = ("14.19", "I-10")
MISREAD_WAGER: Paragraphs = ("14.7(d)", "14.7(e)")
WRONG_SUM: Paragraphs = ("13.5(e)", "13.5(f)")
MISCOUNTED_MONEY: Paragraphs = ("14.7(c)1", "14.7(h)")
