"""The part of Arca that compiles as Embedded Swift, and how: for scripts/web and scripts/check-platforms."""
import pathlib, re, shutil, subprocess

root = pathlib.Path(__file__).resolve().parent.parent
# Modules in order, with the part of each that needs no operating system and no libcrypto.
modules = {
    "ArcaPlatform": ["EmbeddedPlatform.swift"],
    "ArcaKernelsAVX2": ["**/*.swift"],
    "ArcaKernelsAVX512": ["**/*.swift"],
    "ArcaKernelsNEON": ["**/*.swift"],
    "ArcaCore": ["**/*.swift"],
    "ArcaCodecs": ["**/*.swift"],
    "ArcaSystem": ["Files/PrintableText.swift", "Text/CharsetConverter.swift", "Text/SystemCharsets.swift",
                   "Threads/PieceSize.swift"],
    "ArcaCompression": ["C*.swift", "De*.swift", "G*.swift", "I*.swift", "L*.swift", "Y*.swift", "OverlappingReader.swift"],
    "ArcaJOSE": ["JOSEError.swift", "UnverifiedToken.swift", "Header/*.swift"],
    "ArcaCodecCatalog": ["**/*.swift"],
    "ArcaDetect": ["Layers/*.swift", "Classical/**/*.swift", "Plausibility/*.swift", "CyberChef/*.swift", "Recognition/*.swift"],
}


class CompileError(Exception):
    pass


def sources(name):
    folder = root / "Sources" / name
    return sorted({path for pattern in modules[name] for path in folder.glob(pattern)})


def compile_module(name, files, triple, output, includes=(), optimization="-Osize"):
    """Compiles files to an object file and a module, and returns the path of the object file."""
    output.mkdir(parents=True, exist_ok=True)
    command = ["swiftc", "-target", triple, "-enable-experimental-feature", "Embedded", "-enable-experimental-feature",
               "Extern", "-wmo", optimization, "-swift-version", "6", "-package-name", "arca", "-parse-as-library",
               "-I", output, "-module-name", name, "-c", "-o", output / f"{name}.o",
               "-emit-module-path", output / f"{name}.swiftmodule"]
    for feature in ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]:
        command += ["-enable-upcoming-feature", feature]
    for include in includes:
        command += ["-I", include, "-Xcc", "-I", "-Xcc", include]
    answer = subprocess.run([str(word) for word in command + list(files)], capture_output=True, text=True)
    if answer.returncode:
        errors = [line for line in answer.stderr.splitlines() if re.search(": error:|^Assertion|^[0-9]\\.\tWhile", line)]
        raise CompileError("\n".join(dict.fromkeys(errors[:80])) or answer.stderr)
    return output / f"{name}.o"


def compile_together(name, names, further, triple, output, includes=(), optimization="-Osize"):
    """Compiles modules as a single one: opaque result types hide their types from other modules, and then Embedded Swift
    cannot specialize code that uses them. Imports of the modules find empty ones."""
    empty = output / "empty.swift"
    output.mkdir(parents=True, exist_ok=True)
    empty.write_text("")
    for part in names:
        compile_module(part, [empty], triple, output)
    # File names must differ.
    links = output / name
    shutil.rmtree(links, ignore_errors=True)
    links.mkdir()
    for part in names:
        for path in sources(part):
            (links / f"{part}.{path.name}").symlink_to(path)
    files = sorted(links.iterdir()) + list(further)
    return compile_module(name, files, triple, output, includes, optimization)
