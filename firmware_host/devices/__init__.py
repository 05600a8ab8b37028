"""
The only meeting place of table and drivers: a device's event becomes an intent, an outstanding command a driver call.

A device that goes away leaves journal, broker and table up; what needs it is closed until it reports again.
"""
