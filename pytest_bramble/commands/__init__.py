"""The commands of `bramble`, one file each."""
