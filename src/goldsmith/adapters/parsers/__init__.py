"""Parsers of documents: HTML, PDF and DOCX, each vendor package in one file, run in a process of its own."""
