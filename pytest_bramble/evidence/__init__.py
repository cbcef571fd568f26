"""What is retained of a session: events, records, manifest, journal, and the files they live in."""
