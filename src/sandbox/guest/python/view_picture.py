"""Makes of a picture, or of a page of a PDF, what a model with eyes can take: PNG or JPEG, upright, not larger than models use.

One line of JSON goes to stdout, or {"problem"}: half a sentence. {"type", "data" (base64), "text" (of a page), "width" and "height" (of the
original), "shown" (both of what is in data), "frames", "ground" (grey or white: what clear parts are shown as)}.
"""

import base64
import io
import json
import resource
import sys

# Models scale down what is larger: https://docs.claude.com/en/docs/build-with-claude/vision (1,568 px); OpenAI's tiles are of 512 px in 2,048.
LONGEST_SIDE = 1568
MOST_BYTES = 1_500_000
MOST_PIXELS = 80_000_000
MOST_MEMORY = 900 * 2**20
MOST_SECONDS = 25
ORIENTATION = 0x0112
# Ink from here on is not seen on white; with more than such a share of it, the paper is grey.
LIGHT = 224
MOST_LIGHT = 0.05
GROUNDS = {"white": "white", "grey": "#808080"}


class Unseeable(Exception):
    """Half a sentence that says why."""


def view(path, page):
    with open(path, "rb") as file:
        head = file.read(1024)
    if b"%PDF-" in head:
        picture, text = page_of(path, page)
        size, frames = picture.size, 1
    else:
        picture, size, frames = picture_of(path)
        text = ""
    shown, ground = on_paper(fit(picture))
    kind, data = encode(shown)
    facts = {"width": size[0], "height": size[1], "shown": list(shown.size), "frames": frames, "ground": ground}
    return {"type": kind, "data": base64.b64encode(data).decode(), "text": text[:4000], **facts}


def page_of(path, number):
    import pypdfium2

    book = pypdfium2.PdfDocument(path)
    if not 1 <= number <= len(book):
        raise Unseeable(f"has {len(book)} pages and no page {number}")
    page = book[number - 1]
    scale = min(LONGEST_SIDE / max(*page.get_size(), 1), 4)
    text = page.get_textpage().get_text_range(errors="replace").replace("\r\n", "\n").strip()
    return page.render(scale=scale).to_pil(), text.encode("utf-8", "replace").decode()


def picture_of(path):
    from PIL import Image, ImageOps, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None
    try:
        picture = Image.open(path, formats=("PNG", "JPEG", "WEBP", "GIF"))
    except UnidentifiedImageError as error:
        raise Unseeable("is no PNG, JPEG, WebP or GIF, and no PDF") from error
    if picture.width * picture.height > MOST_PIXELS:
        raise Unseeable(f"has {picture.width} x {picture.height} pixels, more than are looked at")
    size, frames = picture.size, frames_of(picture)
    picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    if picture.getexif().get(ORIENTATION, 1) >= 5:
        size = size[::-1]
    return ImageOps.exif_transpose(picture), size, frames


def frames_of(picture):
    """Of what moves; other pictures of a JPEG are its depths and previews."""
    return getattr(picture, "n_frames", 1) if picture.format in ("GIF", "WEBP", "PNG") else 1


def fit(picture):
    if picture.mode.startswith("I"):
        # Of the formats above, a PNG with 16 bits of grey.
        picture = picture.point(lambda value: value / 256).convert("L")
    elif picture.has_transparency_data or picture.mode not in ("RGB", "L"):
        picture = picture.convert("RGBA")
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return picture


def on_paper(picture):
    """What is clear becomes white, as on paper; grey, where white ink would not be seen."""
    from PIL import Image

    if picture.mode != "RGBA":
        return picture, "white"
    solid = picture.getchannel("A").point(lambda value: 255 if value > 127 else 0)
    light = picture.convert("L").histogram(solid)
    is_pale = solid.getextrema()[0] == 0 and sum(light[LIGHT:]) > MOST_LIGHT * sum(light)
    ground = "grey" if is_pale else "white"
    paper = Image.new("RGBA", picture.size, GROUNDS[ground])
    return Image.alpha_composite(paper, picture).convert("RGB"), ground


def encode(picture):
    """PNG keeps letters sharp; a photo is smaller as JPEG."""
    for kind, options in (("png", {"optimize": True}), ("jpeg", {"quality": 85}), ("jpeg", {"quality": 50})):
        out = io.BytesIO()
        picture.save(out, kind, **options)
        if out.tell() <= MOST_BYTES:
            return f"image/{kind}", out.getvalue()
    raise Unseeable("does not become small enough to be shown")


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(path, page):
    try:
        return view(path, page)
    except Unseeable as error:
        return {"problem": str(error)}
    except FileNotFoundError:
        return {"problem": "does not exist"}
    except MemoryError:
        return {"problem": "takes more memory than one picture may"}
    except Exception as error:  # Whatever a parser meets in a broken file.
        return {"problem": f"is broken or cannot be opened ({type(error).__name__})"}


if __name__ == "__main__":
    limit()
    print(json.dumps(main(sys.argv[1], int(sys.argv[2])), ensure_ascii=False))
