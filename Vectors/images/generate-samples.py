#!/usr/bin/env python3
"""Makes the sample images under samples/ and samples.json, which says what their headers say.

Needs Pillow and pillow-heif (PyPI): python3 generate-samples.py
The pictures are noise of a fixed seed, a few pixels wide. The figures in samples.json are those that were asked of
Pillow, not read by Arca. Encoders of other versions may give other bytes; the facts stay.
"""
import io, json, os, random, struct, zlib
from PIL import Image, PngImagePlugin
import pillow_heif

pillow_heif.register_heif_opener()
folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples")
os.makedirs(folder, exist_ok=True)
samples = []


def noise(mode, width, height):
    source = random.Random(f"{mode} {width} {height}")
    bands = len(Image.new(mode, (1, 1)).getbands())
    image = Image.frombytes(mode, (width, height), bytes(source.randrange(256) for _ in range(bands * width * height)))
    if mode == "P":
        image.putpalette([source.randrange(256) for _ in range(768)])
    return image


def exif(orientation=None, gps=False, camera=None):
    data = Image.Exif()
    if orientation:
        data[274] = orientation
    if camera:
        data[271], data[272], data[306] = camera
    if gps:
        data.get_ifd(34853).update({1: "N", 2: (52.0, 31.0, 12.0), 3: "W", 4: (13.0, 24.0, 18.0)})
    return data.tobytes()


def add(name, data, kind, width, height, frames=1, model="unknown", bits=None, alpha=False, metadata=(),
        orientation=None, findings=(), end=None):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    samples.append({
        "file": name, "kind": kind, "width": width, "height": height, "frames": frames,
        "color": {"model": model, "bitsPerChannel": bits, "alpha": alpha}, "metadata": list(metadata),
        "orientation": orientation, "findings": list(findings), "imageByteCount": len(data) if end is None else end})


def saved(image, form, **options):
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


camera = ("Arca", "Pinhole 1", "2026:11:21 12:00:00")
text = PngImagePlugin.PngInfo()
text.add_text("Author", "Nobody")
text.add_itxt("XML:com.adobe.xmp", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")

rgb, rgba, gray, palette = noise("RGB", 7, 5), noise("RGBA", 6, 4), noise("L", 9, 3), noise("P", 8, 8)
png = saved(rgb, "PNG")
add("rgb.png", png, "png", 7, 5, model="rgb", bits=8)
add("rgba.png", saved(rgba, "PNG"), "png", 6, 4, model="rgb", bits=8, alpha=True)
add("gray.png", saved(gray, "PNG"), "png", 9, 3, model="gray", bits=8)
add("palette.png", saved(palette, "PNG", transparency=3), "png", 8, 8, model="indexed", bits=8, alpha=True)
add("texts.png", saved(rgb, "PNG", pnginfo=text, exif=exif(6, True, camera)), "png", 7, 5, model="rgb", bits=8,
    metadata=["comment", "xmp", "exif", "gps"], orientation=6)
add("animated.png", saved(rgb, "PNG", save_all=True, append_images=[rgb.rotate(180)]), "png", 7, 5, 2, "rgb", 8)

jpeg = saved(rgb, "JPEG", quality=30)
add("rgb.jpg", jpeg, "jpeg", 7, 5, model="yCbCr", bits=8)
add("gray.jpg", saved(gray, "JPEG", quality=30), "jpeg", 9, 3, model="gray", bits=8)
add("cmyk.jpg", saved(noise("CMYK", 4, 4), "JPEG", quality=30), "jpeg", 4, 4, model="cmyk", bits=8)
add("progressive.jpg", saved(rgb, "JPEG", quality=30, progressive=True), "jpeg", 7, 5, model="yCbCr", bits=8)
add("camera.jpg", saved(rgb, "JPEG", quality=30, exif=exif(8, True, camera), comment=b"hello"), "jpeg", 7, 5,
    model="yCbCr", bits=8, metadata=["exif", "gps", "comment"], orientation=8)

gif = saved(palette, "GIF")
add("still.gif", gif, "gif", 8, 8, model="indexed", bits=(gif[10] & 7) + 1)
frames = [noise("P", 8, 8).rotate(90 * turn) for turn in range(3)]
gif = saved(frames[0], "GIF", save_all=True, append_images=frames[1:], loop=0, comment=b"hi")
add("animated.gif", gif, "gif", 8, 8, 3, "indexed", (gif[10] & 7) + 1, metadata=["comment"],
    alpha=any(part[0] & 1 for part in gif.split(b"\x21\xf9\x04")[1:]))

add("lossy.webp", saved(rgb, "WEBP", quality=20), "webp", 7, 5, model="yCbCr", bits=8)
add("lossless.webp", saved(rgba, "WEBP", lossless=True), "webp", 6, 4, model="rgb", bits=8, alpha=True)
add("camera.webp", saved(rgb, "WEBP", quality=20, exif=exif(3, True, camera), xmp=b"<x:xmpmeta/>"), "webp", 7, 5,
    model="yCbCr", bits=8, metadata=["exif", "gps", "xmp"], orientation=3)
add("animated.webp", saved(rgb, "WEBP", save_all=True, append_images=[rgb.rotate(180)], quality=20), "webp", 7, 5, 2,
    "yCbCr", 8)

add("rgb.bmp", saved(rgb, "BMP"), "bmp", 7, 5, model="rgb", bits=8)
add("palette.bmp", saved(palette, "BMP"), "bmp", 8, 8, model="indexed", bits=8)
add("rgb.tiff", saved(rgb, "TIFF"), "tiff", 7, 5, model="rgb", bits=8)
add("pages.tiff", saved(gray, "TIFF", save_all=True, append_images=[noise("L", 5, 5)] * 2), "tiff", 9, 3, 3, "gray", 8)
add("icon.ico", saved(noise("RGBA", 32, 32), "ICO", sizes=[(16, 16), (32, 32)]), "ico", 32, 32, 2, "rgb", 8, True)
add("still.heic", saved(noise("RGB", 16, 12), "HEIF", quality=10), "heic", 16, 12, model="yCbCr", bits=8)
add("still.avif", saved(noise("RGB", 18, 10), "AVIF", quality=10), "avif", 18, 10, model="yCbCr", bits=8)
svg = b'<?xml version="1.0"?>\n<!-- a square -->\n<svg xmlns="http://www.w3.org/2000/svg" width="2in" height="48px"/>\n'
add("size.svg", svg, "svg", 192, 48, model="rgb", alpha=True)
view = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><path d="M0 0h30"/></svg>'
add("viewbox.svg", view, "svg", 30, 20, model="rgb", alpha=True)
script = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script></svg>'
add("script.svg", script, "svg", 1, 1, model="rgb", alpha=True, findings=["activeContent"])

# Damage and tricks.
add("cut.png", png[:-7], "png", 7, 5, model="rgb", bits=8, findings=["truncated"])
crc = bytearray(png)
crc[-16] ^= 1
add("checksum.png", bytes(crc), "png", 7, 5, model="rgb", bits=8, findings=["badChecksum"])
add("tail.png", png + b"secret", "png", 7, 5, model="rgb", bits=8, findings=["trailingData"], end=len(png))
add("cut.jpg", jpeg[:-2], "jpeg", 7, 5, model="yCbCr", bits=8, findings=["truncated"])
zip_end = b"PK\x05\x06" + bytes(18)
add("archive.jpg", jpeg + zip_end, "jpeg", 7, 5, model="yCbCr", bits=8, findings=["trailingData", "polyglot"],
    end=len(jpeg))
add("photo.gif", png, "png", 7, 5, model="rgb", bits=8, findings=["wrongExtension"])

with open(os.path.join(os.path.dirname(folder), "samples.json"), "w") as file:
    file.write('{"schema": 1, "image": "info", "numberOfCases": %d, "cases": [\n' % len(samples))
    file.write(",\n".join("  " + json.dumps(sample) for sample in samples))
    file.write("\n]}\n")
