"""report.html rendered and taken apart again: tags, text, and what is packed in it."""

from __future__ import annotations

import base64
import io
import json
import re
import zlib
from html.parser import HTMLParser

from pytest_bramble.report.html import write_html
from pytest_bramble.report.model import build


def html(session, records):
    """The page of *session* with *records*."""
    out = io.StringIO()
    write_html(build(session.manifest, records), records, out)
    return out.getvalue()


class Parsed(HTMLParser):
    """Tags with attributes, and the text of the page outside style and script."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.held: dict[str, str] = {}
        self.scripts: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            attrs = self.tags[-1][1]
            if attrs.get("type"):
                self.held[str(attrs["id"])] = data
            else:
                self.scripts.append(data)
        elif self.open and self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.words))


def unpacked(data: str):
    """The JSON value packed as *data*."""
    return json.loads(zlib.decompress(base64.b64decode(data)))
