"""The subcommands, one file each; `firmware_host.cli` has the table of them."""
