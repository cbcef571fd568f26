"""What the processes of one session share on one machine: a small database, provider limits, our own waits."""
