#!/usr/bin/env python3
"""Writes the named character references of HTML, from Python's table, for ArcaCodecs.

    scripts/html-names.py            writes Sources/ArcaCodecs/Text/Generated/HTMLNames.swift
    scripts/html-names.py --check    compares the file with the table
"""
import html.entities, pathlib, sys, textwrap

path = pathlib.Path(__file__).resolve().parent.parent / "Sources/ArcaCodecs/Text/Generated/HTMLNames.swift"
names = sorted((name[:-1], text) for name, text in html.entities.html5.items() if name.endswith(";"))
words = " ".join(f"{name} {','.join(f'{ord(character):X}' for character in text)}" for name, text in names)
lines = "\n".join("        " + line for line in textwrap.wrap(words, 112, break_long_words=False, break_on_hyphens=False))
text = f'''// Made by scripts/html-names.py; do not edit.

extension HTMLReferences {{
    /// The names that HTML gives characters, each with one code point or two.
    ///
    /// Source: HTML Living Standard, section 13.5, as Python's `html.entities` has it.
    static let nameTable: StaticString = """
{lines}
        """
}}
'''
if sys.argv[1:] == ["--check"]:
    sys.exit(0 if path.read_text() == text else f"{path.name} is not what {sys.argv[0]} writes")
path.write_text(text)
