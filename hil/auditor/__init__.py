"""Auditors: they check the facts of a table independently of its code, and collect what is wrong."""
