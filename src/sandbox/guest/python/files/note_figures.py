"""Notes what Matplotlib's figures show at the moment they are saved: a picture alone does not tell which numbers it was drawn of.

Loaded by run_tool.py when a tool loads what draws, in a test as in use. A note is found again by the hash of the saved bytes, so that it is
of that file and of no other.
"""

import functools
import os

MOST_FIGURES = 20
MOST_AXES = 16
MOST_SERIES = 40
MOST_POINTS = 300
MOST_TEXT = 200
MOST_SAVED = 64 * 2**20
# Of all notes of a run, as JSON.
MOST_NOTED = 48_000


def watch(bases, noted):
    printed = bases.FigureCanvasBase.print_figure

    @functools.wraps(printed)
    def print_figure(canvas, filename, *args, **kwargs):
        result = printed(canvas, filename, *args, **kwargs)
        try:
            if len(noted) < MOST_FIGURES:
                note(noted, hash_of(filename, canvas, kwargs.get("format")), shown(canvas.figure))
        except Exception:  # A figure that cannot be told is saved all the same.
            pass
        return result

    bases.FigureCanvasBase.print_figure = print_figure


def note(noted, sha256, figure):
    """Without its axes where there is no room left."""
    import json

    whole = json.dumps({"sha256": sha256, **figure}, allow_nan=False)
    room = MOST_NOTED - len(json.dumps(noted))
    noted.append(json.loads(whole) if len(whole) < room else {"sha256": sha256, **figure, "axes": [], "cut": True})


def hash_of(target, canvas, kind):
    import hashlib

    return hashlib.sha256(saved(target, kind or canvas.get_default_filetype())).hexdigest()


def saved(target, kind):
    if hasattr(target, "getvalue"):
        return target.getvalue()
    if hasattr(target, "flush"):
        target.flush()
        target = target.name
    path = os.fspath(target)
    # A name without an ending gets that of its kind.
    with open(path if os.path.exists(path) else f"{path.rstrip('.')}.{kind}", "rb") as file:
        return file.read(MOST_SAVED)


def shown(figure):
    axes = [axes_shown(axes) for axes in figure.axes[:MOST_AXES]]
    return {"title": text(figure.get_suptitle()), "axes": axes, "drawn": bool(figure.images) or any(one["drawn"] for one in axes)}


def axes_shown(axes):
    titles = (axes.get_title(loc=place) for place in ("center", "left", "right"))
    legend = axes.get_legend()
    words = [text(one.get_text()) for one in legend.get_texts()][:MOST_SERIES] if legend else []
    series = named_by(words, [one for one in series_of(axes) if one["n"] > 0][:MOST_SERIES])
    return {
        "title": text(next(filter(None, titles), "")),
        "xlabel": text(axes.get_xlabel()),
        "ylabel": text(axes.get_ylabel()),
        "legend": words,
        "series": series,
        "drawn": bool(series or axes.texts or axes.tables or axes.patches),
    }


def named_by(legend, series):
    """Words that were given to the legend alone name what is drawn, in its order."""
    if any(one["label"] for one in series) or len(legend) != len(series):
        return series
    return [{**one, "label": words} for one, words in zip(series, legend)]


def series_of(axes):
    from matplotlib.collections import PathCollection
    from matplotlib.patches import Wedge

    across = names_on(axes.xaxis)
    for line in axes.lines:
        xs, ys = line.get_xdata(orig=True), line.get_ydata(orig=True)
        yield series("line", line.get_label(), named(xs, across), ys)
    for container in axes.containers:
        if hasattr(container, "patches"):
            yield bars(container, across, names_on(axes.yaxis))
    wedges = [patch for patch in axes.patches if isinstance(patch, Wedge)]
    if wedges:
        shares = [(wedge.theta2 - wedge.theta1) / 360 for wedge in wedges]
        yield series("pie", "", pie_names(axes, wedges), shares)
    for collection in axes.collections:
        if isinstance(collection, PathCollection):
            points = collection.get_offsets()
            xs, ys = [point[0] for point in points[:MOST_POINTS]], [point[1] for point in points[:MOST_POINTS]]
            yield {**series("scatter", collection.get_label(), named(xs, across), ys), "n": len(points)}
        else:
            yield series("area" if collection.get_array() is None else "image", collection.get_label(), [], grid(collection), drawn=True)
    for image in axes.images:
        yield series("image", image.get_label(), [], grid(image), drawn=True)


def bars(container, across, down):
    upright = getattr(container, "orientation", None) != "horizontal"
    patches = container.patches[:MOST_POINTS]
    if upright:
        places, values = [bar.get_x() + bar.get_width() / 2 for bar in patches], [bar.get_height() for bar in patches]
    else:
        places, values = [bar.get_y() + bar.get_height() / 2 for bar in patches], [bar.get_width() for bar in patches]
    names = across if upright else down
    return {**series("bar", container.get_label(), named(places, names), values), "n": len(container.patches)}


def pie_names(axes, wedges):
    labels = [wedge.get_label() for wedge in wedges]
    if any(label and not label.startswith("_") for label in labels):
        return labels
    legend = axes.get_legend()
    return [one.get_text() for one in legend.get_texts()] if legend else []


def grid(artist):
    values = artist.get_array()
    return [] if values is None else values.ravel()[:MOST_POINTS]


def series(kind, label, xs, ys, drawn=False):
    label = "" if label is None or str(label).startswith("_") else text(label)
    return {"kind": kind, "label": label, "n": max(len(ys), int(drawn)), "x": values(xs), "y": values(ys)}


def names_on(axis):
    """What stands at a place of an axis where that is no number: a category, a date, a label that was set."""
    from matplotlib import dates, ticker

    mapping = getattr(getattr(axis, "units", None), "_mapping", None)
    if mapping:
        return {place: name for name, place in mapping.items()}.get
    if isinstance(axis.get_major_formatter(), (dates.AutoDateFormatter, dates.ConciseDateFormatter, dates.DateFormatter)):
        return date_at
    if not isinstance(axis.get_major_locator(), ticker.FixedLocator):
        return {}.get
    places = zip(axis.get_majorticklocs(), axis.get_majorticklabels())
    labels = {round(float(place), 6): label.get_text() for place, label in places}
    return {place: label for place, label in labels.items() if not is_number(label)}.get


def date_at(place):
    from matplotlib import dates

    moment = dates.num2date(place).replace(tzinfo=None)
    return moment.date().isoformat() if moment.time().isoformat() == "00:00:00" else moment.isoformat(sep=" ", timespec="seconds")


def is_number(label):
    try:
        float(label.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return label == ""
    return True


def named(places, name_at):
    return [name_of(place, name_at) for place in list(places[:MOST_POINTS])]


def name_of(place, name_at):
    if not hasattr(place, "__float__") or isinstance(place, str):
        return place
    return name_at(round(float(place), 6)) or place


def values(many):
    return [value(one) for one in list(many)[:MOST_POINTS]]


def value(one):
    if type(one).__name__ == "datetime64":
        return str(one)[:19].replace("T", " ").removesuffix(" 00:00:00")
    if hasattr(one, "item"):
        one = one.item()
    if isinstance(one, (str, bool, int)):
        return text(one) if isinstance(one, str) else one
    if hasattr(one, "isoformat"):
        return one.isoformat()[:19].replace("T", " ").removesuffix(" 00:00:00")
    if hasattr(one, "__float__"):
        number = float(one)
        return number if abs(number) < float("inf") else None
    return text(one)


def text(words):
    return str(words)[:MOST_TEXT].encode("utf-8", "replace").decode()
