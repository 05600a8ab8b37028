"""One module for each subcommand of ours. Importing one costs nothing; what it needs it imports when it runs."""
