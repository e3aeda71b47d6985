"""What an oracle has to say about a rendered directory."""

import difflib
import json


class BrokenError(Exception):
    """The rendered directory is in such a state that nothing more can be said."""


class Findings:
    """Findings without repetitions, with scratch paths taken out of their text."""

    def __init__(self):
        self.items = []
        self._hidden = []

    def hide(self, path, shown):
        self._hidden.append((str(path), shown))

    def clean(self, text):
        text = str(text).replace("file://", "")
        for path, shown in self._hidden:
            text = text.replace(path, shown)
        return text

    def error(self, code, where, message):
        self._add("error", code, where, message)

    def warning(self, code, where, message):
        self._add("warning", code, where, message)

    def _add(self, level, code, where, message):
        item = {
            "level": level,
            "code": code,
            "where": self.clean(where),
            "message": self.clean(message),
        }
        if item not in self.items:
            self.items.append(item)


def closest(name, known):
    match = difflib.get_close_matches(str(name), [str(item) for item in known], 1, 0.8)
    return f" (did you mean {match[0]}?)" if match else ""


def short(value, limit=90):
    text = json.dumps(value, default=str)
    return text if len(text) <= limit else text[: limit - 3] + "..."
