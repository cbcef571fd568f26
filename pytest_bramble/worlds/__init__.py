"""The simulated back ends a trial acts on."""
