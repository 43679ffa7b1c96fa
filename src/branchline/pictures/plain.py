"""
Making a drawing plain: style sheets, variables and classes become attributes that every program understands.

The board is styled as a page is. Many programs that show or convert SVG know no variables and few selectors, so each
element gets what a browser would have worked out for it. What a drawing uses by reference is copied where its colours
come from the place of use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

SVG = "http://www.w3.org/2000/svg"
PROPERTIES = frozenset(
    {
        *("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray"),
        *("opacity", "fill-opacity", "stroke-opacity", "paint-order", "color", "visibility", "clip-path"),
        *("font-family", "font-weight", "font-size", "text-anchor", "letter-spacing"),
        *("marker-start", "marker-mid", "marker-end"),
    }
)
"""What a style may set in a picture; the rest is for browsers."""
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
COMMENT = re.compile(r"<!--.*?-->", re.S)
NAMED = ("data-track", "data-building", "data-score")
"""By which the parts of a board are found again; they do not stay in a picture."""
DROPPED = ("class", "style", "lang", "aria-hidden", "data-tap", "data-city")

Style = dict[str, str]


def variables(theme: str, dark: bool, lang: str) -> Style:
    """The variables of the client's theme."""
    found: Style = {}
    wanted = [":root", *[":root[data-theme=dark]"] * dark, f":root:lang({lang})"]
    blocks = [(name.strip().replace('"', ""), block) for name, block in re.findall(r"([^{}]+){([^{}]*)}", theme)]
    for selector in wanted:
        for name, block in blocks:
            if name == selector:
                found.update(declarations(block))
    return {name: value for name, value in found.items() if name.startswith("--")}


def declarations(text: str) -> Style:
    """The declarations of a style attribute or of a block."""
    pairs = (part.partition(":") for part in text.split(";"))
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def plain(body: str, styles: str, own: Style) -> ET.Element:
    """The drawing of a body as an element that stands alone; variables are looked up in ``own``."""
    begin, end = body.index("<svg"), body.rindex("</svg>") + len("</svg>")
    text = COMMENT.sub("", body[begin:end]).replace("<svg", f'<svg xmlns="{SVG}"', 1)
    root = ET.fromstring(text)
    given = styled(root, styles)
    ids = {element.get("id"): element for element in root.iter() if element.get("id")}
    return Plain(given, ids).made(root, own)


def styled(root: ET.Element, styles: str) -> dict[ET.Element, Style]:
    """What the style sheets and its own style say of each element."""
    import cssselect2
    import tinycss2

    matcher = cssselect2.Matcher()
    for sheet in re.findall(r"<style[^>]*>(.*?)</style>", styles, re.S):
        for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue  # What holds in print or for calm eyes only.
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                continue  # States of a page, such as focus.
            said = declarations(tinycss2.serialize(rule.content))
            for selector in selectors:
                matcher.add_selector(selector, said)
    given: dict[ET.Element, Style] = {}
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        style: Style = {}
        for _, _, pseudo, said in sorted(matcher.match(wrapper), key=lambda match: match[:2]):
            if pseudo is None:
                style.update(said)
        style.update(declarations(wrapper.etree_element.get("style", "")))
        given[wrapper.etree_element] = style
    return given


class Plain:
    """Makes elements plain, from the root down."""

    def __init__(self, given: dict[ET.Element, Style], ids: dict[str | None, ET.Element]) -> None:
        self.given, self.ids = given, ids

    def made(self, element: ET.Element, around: Style) -> ET.Element:
        """An element with its children; ``around`` are the variables of the places around it."""
        style = self.given[element]
        own = around | {name: self.value(value, around) for name, value in style.items() if name.startswith("--")}
        tag, copied = element.tag, None
        if tag == f"{{{SVG}}}use":
            target = self.ids.get(element.get("href", "#")[1:])
            copied = target if target is not None and self.varies(target) else None
        out = ET.Element(tag if copied is None else f"{{{SVG}}}g")
        for name, value in element.items():
            if name not in DROPPED and not (copied is not None and name == "href"):
                out.set(name, value)
        for name, value in style.items():
            if name in PROPERTIES and (said := self.value(value, own)) and "var(" not in said:
                out.set(name, said)
        out.text, out.tail = element.text, element.tail
        for child in [copied] if copied is not None else element:
            if self.given[child].get("display") != "none" and not self.unseen(child):
                made = self.made(child, own)
                if copied is not None:
                    made.attrib.pop("id", None)
                out.append(made)
        return out

    def value(self, text: str, own: Style) -> str:
        """A value with its variables filled in, those inside variables too."""
        for _ in range(4):
            if "var(" not in text:
                break
            text = VARIABLE.sub(lambda found: own.get(found[1]) or found[2] or found[0], text)
        return text

    def varies(self, target: ET.Element) -> bool:
        """Whether something looks different from place to place: it uses variables that are set where it is used."""
        own = ("var(--seat)", "var(--on)")
        return any(value in own for element in target.iter() for value in self.given[element].values())

    def unseen(self, element: ET.Element) -> bool:
        """Whether something is there for fingers only."""
        style = self.given[element]
        if element.get("marker-start"):
            return False  # A line of symbols.
        return style.get("fill") in ("transparent", "none") and style.get("stroke", "none") in ("transparent", "none")


def parts(root: ET.Element, name: str) -> Iterator[tuple[ET.Element, ET.Element, str]]:
    """All elements with an attribute: parent, element, value."""
    for parent in root.iter():
        for child in parent:
            value = child.get(name)
            if value is not None:
                yield parent, child, value


def written(root: ET.Element) -> str:
    """An element as text."""
    ET.register_namespace("", SVG)
    for element in root.iter():
        for name in NAMED:
            element.attrib.pop(name, None)
    return ET.tostring(root, "unicode")


def element(tag: str, text: str = "", **attributes: Any) -> ET.Element:
    """A new element; ``stroke_width`` is written ``stroke-width``."""
    made = ET.Element(f"{{{SVG}}}{tag}", {name.replace("_", "-"): str(value) for name, value in attributes.items()})
    made.text = text or None
    return made
