"""What people and programs are told of a session: report.json, the terminal summary, report.html."""
