"""The floor: alerts, approvals, calls, people, command keys, opening and closing."""
