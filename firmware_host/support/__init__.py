"""
What whoever looks after a table needs to see when something is wrong, in one file, without any secret.

Made by `firmware-host support-bundle`, and by the controller itself when its record cannot be written any more.
"""
