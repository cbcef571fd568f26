"""pytest's side of an examination: options, collection, the test that runs, the controller."""
