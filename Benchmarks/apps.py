#!/usr/bin/env python3
"""Builds a small app for each of some products, in release mode from nothing, and prints the time and the size of the app.

    Benchmarks/apps.py [PRODUCT ...]

The app calls the function of the product in Documentation/Arca.docc/Products.md. The size is that of the stripped executable with
Arca, without Swift's shared runtime, libcrypto, zlib and SQLite.
"""
import pathlib, re, shutil, subprocess, sys, tempfile, time

root = pathlib.Path(__file__).resolve().parent.parent
calls = {
    "ArcaCodecs": "print(try strict(CommandLine.arguments[0]))",
    "ArcaCompression": "print(try packed(CommandLine.arguments[0]))",
    "ArcaCrypto": "print(try sealed([1, 2, 3], SecretBytes(randomByteCount: 16), salt: SHA256.hash([4])).count)",
    "ArcaJOSE": "print(try issued(P256.Signing.PrivateKey()).published)",
    "ArcaContainers": "print(try letter(to: CommandLine.arguments[0], CommandLine.arguments[0]))",
    "ArcaVault": "try rotate(BytePath(CommandLine.arguments[0]), SecretBytes(randomByteCount: 16))",
}


def code(product):
    """The example of the product, and a call; all of Arca has the vault's."""
    part = "ArcaVault" if product == "Arca" else product
    text = (root / "Documentation/Arca.docc/Products.md").read_text()
    block = re.search(rf"^## {part}\n.*?```swift\n(.*?)```", text, re.M | re.S)[1]
    return block.replace(f"import {part}\n", f"import {product}\n") + f"\n{calls[part]}\n"


def run(command, folder):
    answer = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if answer.returncode:
        sys.exit("\n".join((answer.stdout + answer.stderr).splitlines()[-20:]))


def measure(product):
    with tempfile.TemporaryDirectory(prefix="arca-app.") as name:
        folder = pathlib.Path(name)
        (folder / "Sources/App").mkdir(parents=True)
        (folder / "Sources/App/main.swift").write_text(code(product))
        (folder / "Package.swift").write_text(
            "// swift-tools-version: 6.2\nimport PackageDescription\n\n"
            'let package = Package(\n    name: "App", platforms: [.macOS(.v26)],\n'
            f'    dependencies: [.package(name: "arca", path: "{root}")],\n'
            '    targets: [.executableTarget(name: "App", dependencies: '
            f'[.product(name: "{product}", package: "arca")])])\n')
        begun = time.monotonic()
        run(["swift", "build", "-c", "release"], folder)
        seconds = time.monotonic() - begun
        app = folder / ".build/release/App"
        shutil.copy(app, folder / "App")
        run(["strip", "App"], folder)
        print(f"| {product} | {seconds:.0f} s | {(folder / 'App').stat().st_size / 1e6:.1f} MB |", flush=True)


for product in sys.argv[1:] or [*calls, "Arca"]:
    measure(product)
