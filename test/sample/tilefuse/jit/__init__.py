"""One module here for each extension that is compiled at run time."""
