"""The files of other tools, one module a format: data in, records and a report of what was lost out. Pure."""
