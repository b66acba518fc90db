#!/usr/bin/env python3
"""Prints the size of the samples of `scripts/bench compression` after smaz and Unishox2, as a
share of the text. Both come from PyPI; install them in a virtual environment:

    python3 -m venv peers && peers/bin/pip install smaz-py3==2.0.0 unishox2-py3==1.0.0
    peers/bin/python Benchmarks/short-strings.py
"""
import json
import pathlib

import smaz
import unishox2

SAMPLES = pathlib.Path(__file__).parent.parent / "Vectors/compression/samples.json"


def share(texts, compress):
    return sum(len(compress(text)) / len(text.encode()) for text in texts) / len(texts)


def by_unishox2(text):
    data, length = unishox2.compress(text)
    assert unishox2.decompress(data, length) == text
    return data


def by_smaz(text):
    data = smaz.compress(text)
    assert smaz.decompress(data) == text
    return data


for name, texts in sorted(json.loads(SAMPLES.read_text("utf-8")).items()):
    print(f"{name:10} {len(texts)} texts  smaz {share(texts, by_smaz):.3f}  Unishox2 {share(texts, by_unishox2):.3f}")
