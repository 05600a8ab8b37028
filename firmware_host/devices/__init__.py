"""
Connects drivers to the table: a device's event becomes an intent, the table's order becomes a driver call.

Journal, broker and table keep running without a device; acts that need the device are refused until it reports again.
"""
