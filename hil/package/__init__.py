"""
The Debian package: one for each release and architecture, the same bits each time, made on any of them.

Nothing of the target runs while it is made: wheels are unpacked, the archives of a .deb are written here.
"""
