"""What the box says instead of the page when the pages were not built."""

WHAT_TO_DO = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The pages are missing</title>
<h1>The table runs, but its pages were not built</h1>
<p>This installation holds no pages. An installed product always does: install its wheel again.</p>
<p>In a clone the first command builds them with Node, if the npm registry can be reached. To build them now and to see
what is wrong: <code>.venv/bin/python -m firmware_host.panel.build</code>, then restart the controller.</p>
</html>
"""
