internal import ArcaTestSupport
import Foundation
import Testing

@Suite(.enabled(if: runsSlowTests, "slow")) struct ImageCommandTests {
    /// Runs a shell script in a folder with `beach.png`; `arca` is the built command.
    private func run(_ script: String, in folder: URL) throws -> Peer.Answer {
        try Peer.run(
            ["bash", "-c", "arca() { '\(Peer.arca)' \"$@\"; }; \(script)"], environment: ["PW": "secret"], in: folder)
    }

    private func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try Fixtures.write(to: folder)
            try body(folder)
        }
    }

    @Test(
        "packs and unpacks byte for byte, in every format",
        arguments: [
            "base16", "base32", "base64", "base64url", "base85", "z85", "mime", "data-uri",
        ]) func roundTrip(form: String) throws
    {
        try inFolder { folder in
            let result = try run(
                """
                arca image pack --text \(form) --key-from file:key.bin -o s.txt beach.png &&
                arca image info --json s.txt | grep -c '"text": "\(form)"' &&
                arca image unpack --key-from file:key.bin -o again.png s.txt && cmp beach.png again.png
                """, in: folder)
            #expect(result.status == 0, "\(result)")
            #expect(result.errors.isEmpty, "\(result)")
            #expect(result.text == "1\n", "\(result)")
        }
    }

    @Test("warns if it does not encrypt, or if a secret was not needed") func salted() throws {
        try inFolder { folder in
            let packed = try run("arca image pack < beach.png > s.txt", in: folder)
            #expect(packed.status == 0 && packed.errors.contains("not encrypted"))
            let opened = try run("arca image unpack --key-from file:key.bin s.txt | cmp - beach.png", in: folder)
            #expect(opened.status == 0 && opened.errors.contains("the secret was not used"))
        }
    }

    @Test("names the input in errors about it, and the output in errors about that") func names() throws {
        try inFolder { folder in
            for (script, message, status) in [
                ("arca image strip notes.txt", "arca: error: notes.txt: not an image", 5),
                ("arca image info notes.txt", "arca: error: notes.txt: not an image", 5),
                ("arca image unpack notes.txt", "arca: error: notes.txt: not a salted string", 5),
                ("arca image unpack < notes.txt", "arca: error: standard input: not a salted string", 5),
                ("arca image unpack notes.txt beach.png", "arca: error: the parts: not a salted string", 5),
                ("arca image info missing", "arca: error: cannot open missing: no such file", 8),
                ("arca image info beach.png > /dev/full", "arca: error: cannot write to standard output: no space", 8),
                ("arca image strip beach.png > /dev/full", "arca: error: cannot write standard output: no space", 8),
                ("arca image pack beach.png > /dev/full", "arca: error: cannot write standard output: no space", 8),
            ] {
                let result = try run(script, in: folder)
                #expect(result.status == status && result.errors.hasPrefix(message), "\(script): \(result)")
            }
        }
    }

    @Test("ends with 3 for a wrong secret, 4 for damage, 5 for another format, and writes nothing") func failures()
        throws
    {
        try inFolder { folder in
            _ = try run("arca image pack --work-factor 10 --passphrase-from env:PW -o s.txt beach.png", in: folder)
            for (script, status) in [
                ("arca image unpack --passphrase-from fd:3 -o o s.txt 3< <(echo wrong)", 3),
                ("arca image unpack --key-from file:key.bin -o o s.txt", 3),
                ("head -c 200 s.txt > t; arca image unpack --passphrase-from env:PW -o o t", 4),
                ("sed 's/A$/Q/;t;s/.$/A/' s.txt > t; arca image unpack --passphrase-from env:PW -o o t", 4),
                ("arca image unpack --passphrase-from env:PW -o o notes.txt", 5),
                ("arca image unpack -o o missing", 8), ("arca image unpack --salt x -o o s.txt", 2),
                ("arca image unpack -p --key-from file:key.bin -o o s.txt", 2),
                ("arca image unpack --store none --name x -o o", 7), ("arca image pack --split 10 beach.png -o o", 2),
                ("arca image pack --text base99 beach.png -o o", 2),
                ("arca image pack --store none --text base16 beach.png", 2),
                ("arca image pack --store none --media-type image/foo beach.png", 2),
                ("arca image pack --work-factor 10 beach.png -o o", 2),
                ("arca image pack --work-factor 10 --key-from file:key.bin beach.png -o o", 2),
                ("arca image unpack --name x --passphrase-from env:PW -o o s.txt", 2),
                ("arca image unpack --salt-place after -o o s.txt", 2),
                ("arca image unpack --salt-level bytes -o o s.txt", 2),
                ("arca image unpack --form base64 --salt-place after -o o s.txt", 2),
                ("arca image unpack --form base64 --salt-level bytes -o o s.txt", 2),
                ("arca image unpack --form base64 --salt x --salt-offset 1 -o o s.txt", 2),
                ("arca image info --key-from file:key.bin s.txt", 2), ("arca image info --store none s.txt", 2),
                ("arca image info --store none --check", 2),
            ] {
                let result = try run(script + "; s=$?; [ ! -e o ] && exit $s", in: folder)
                #expect(result.status == status, "\(script): \(result)")
                #expect(result.errors.hasPrefix("arca: error: ") && !result.errors.contains("secret\n"), "\(result)")
            }
            let json = try run("arca image info --json s.txt", in: folder)
            #expect(json.text.contains("\"logN\": 10"))
        }
    }

    @Test("writes encrypted images for the user only, also if the passphrase was typed")
    func modes() throws {
        try inFolder { folder in
            let result = try run(
                """
                set -e; umask 022
                arca image pack --work-factor 10 --passphrase-from env:PW -o s.txt beach.png
                arca image unpack --passphrase-from env:PW -o given.png s.txt; stat -c %a given.png
                python3 -c 'if 1:
                    import os, pty, sys
                    pid, end = pty.fork()
                    if pid == 0: os.execv(sys.argv[1], ["arca", "image", "unpack", "-o", "asked.png", "s.txt"])
                    while b": " not in os.read(end, 1000): pass
                    os.write(end, b"secret\\n")
                    try:
                        while os.read(end, 1000): pass
                    except OSError: pass
                    os.waitpid(pid, 0)' '\(Peer.arca)'
                stat -c %a asked.png; cmp asked.png beach.png
                arca image pack -o s.txt beach.png 2> /dev/null; arca image unpack -o plain.png s.txt; stat -c %a plain.png
                arca image pack --store album --name b --work-factor 10 --passphrase-from env:PW beach.png
                arca image unpack --store album --name b --passphrase-from env:PW -o stored.png; stat -c %a stored.png
                """, in: folder)
            #expect(result.text == "600\n600\n644\n600\n" && result.errors.isEmpty, "\(result)")
        }
    }

    @Test("checks unencrypted strings, and joins parts to describe them") func infoOfStrings() throws {
        try inFolder { folder in
            let result = try run(
                """
                arca image pack --text base16 -o s.txt beach.png; arca image info s.txt
                tail -c 2 s.txt | grep -q 0 && last=1 || last=0; sed "s/.$/$last/" s.txt > t.txt; arca image info t.txt; echo $?
                arca image pack --split 200 beach.png | sort -R > p.txt; arca image info p.txt
                arca image pack --media-type image/x-raw beach.png | arca image info
                """, in: folder)
            let lines = result.text.split(separator: "\n")
            #expect(lines.count == 4 && lines[0].hasPrefix("s.txt: salted string in base16, image/png"), "\(result)")
            #expect(lines[1] == "4", "\(result)")
            #expect(lines[2].hasPrefix("p.txt: salted string in base64url, image/png"), "\(result)")
            #expect(lines[3].contains("image/x-raw"), "\(result)")
            #expect(try run("arca image pack --split \(Int.max) beach.png", in: folder).text.hasPrefix("arca:1/1:"))
        }
    }

    @Test("splits and joins in any order, and names missing parts") func parts() throws {
        try inFolder { folder in
            let result = try run(
                """
                arca image pack --split 120 --key-from file:key.bin -o s.txt beach.png
                awk '{ if (length($0) > 120) exit 1 }' s.txt && sort -R s.txt > r.txt
                arca image unpack --key-from file:key.bin -o again.png r.txt && cmp beach.png again.png
                grep -v '^arca:3/' s.txt > t.txt; arca image unpack --key-from file:key.bin -o o t.txt
                """, in: folder)
            #expect(result.status == 4 && result.errors.contains("missing: 3"), "\(result)")
        }
    }

    @Test("reads strings stored by apps") func stored() throws {
        try inFolder { folder in
            let result = try run(
                """
                set -e; b=$(base64 -w0 beach.png)
                echo "salt$b" | arca image unpack --form base64 --salt salt > 1; cmp 1 beach.png
                echo "${b}salt" | arca image unpack --form base64 --salt salt --salt-place after > 2; cmp 2 beach.png
                echo "${b:0:8}salt${b:8}" | arca image unpack --form base64 --salt salt --salt-place inside > 3
                cmp 3 beach.png; echo "${b:0:8}salt${b:8}" |
                arca image unpack --form base64 --salt salt --salt-place inside --salt-offset 8 > 4; cmp 4 beach.png
                (printf salt; cat beach.png) | base64 | arca image unpack --form mime --salt salt --salt-level bytes > 5
                cmp 5 beach.png; xxd -p beach.png | arca image unpack --form base16 > 6; cmp 6 beach.png
                """, in: folder)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        }
    }

    @Test("writes nothing if the result is not an image", arguments: ["text", "bytes"])
    func unknownSalt(level: String) throws {
        try inFolder { folder in
            let make =
                level == "text" ? "(printf abcd; base64 -w0 beach.png)" : "(printf abc; cat beach.png) | base64 -w0"
            let result = try run("\(make) | arca image unpack --form base64 -o out.png", in: folder)
            #expect(result.status == 5 && result.errors.contains("--salt"), "\(result)")
            #expect(result.errors.contains("PNG begins inside it at offset 3"), "\(result)")
            #expect(try run("test -e out.png", in: folder).status == 1)
        }
    }

    @Test("shows kind, size, metadata and damage") func info() throws {
        try inFolder { folder in
            let whole = try run("arca image info beach.png", in: folder)
            #expect(whole.status == 0)
            #expect(whole.text.hasPrefix("beach.png: png, 7 x 5 pixels, rgb, 8 bits per channel, "))
            #expect(whole.text.contains("gps, ") && whole.text.contains("52.52000, -13.40500"))
            #expect(try run("head -c 100 beach.png > t.png; arca image info t.png", in: folder).status == 4)
            let renamed = "cp beach.png t.jpg; arca image info t.jpg"
            #expect(try run(renamed, in: folder).status == 0)
            let checked = try run(renamed + " --check", in: folder)
            #expect(checked.status == 1 && checked.text.contains("wrong extension: "))
            #expect(try run("arca image info notes.txt", in: folder).status == 5)
            let both = try run("arca image info --json missing beach.png", in: folder)
            #expect(both.status == 8 && both.text.contains("\"width\": 7"))
        }
    }

    @Test("strips metadata and lists what was removed") func strip() throws {
        try inFolder { folder in
            let stripped = try run("arca image strip --remove-orientation -o clean.png beach.png", in: folder)
            #expect(stripped.status == 0 && stripped.text.isEmpty)
            for word in ["removed exif", "removed gps", "removed xmp", "--remove-orientation"] {
                #expect(stripped.errors.contains(word), "\(stripped.errors)")
            }
            let left = try run("arca image info clean.png; grep -c Pinhole clean.png", in: folder)
            #expect(left.text.hasSuffix("bytes\n0\n"), "\(left.text)")
            let kept = try run("arca image strip --json -o kept.png beach.png; arca image info kept.png", in: folder)
            #expect(kept.text.contains("\"lostOrientation\": null") && kept.text.contains("orientation: 6"))
            #expect(try run("arca image strip --json beach.png", in: folder).status == 2)
            #expect(try run("arca image info --check clean.png", in: folder).status == 0)
            let profile = """
                python3 -c 'if 1:
                    import struct, zlib
                    data = b"profile\\0\\0" + zlib.compress(b"")
                    chunk = struct.pack(">I", len(data)) + b"iCCP" + data + struct.pack(">I", zlib.crc32(b"iCCP" + data))
                    image = open("clean.png", "rb").read()
                    open("profile.png", "wb").write(image[:33] + chunk + image[33:])'
                arca image strip -o - profile.png | cmp - profile.png
                arca image strip --color-profile -o - profile.png | cmp - clean.png
                """
            let profiles = try run(profile, in: folder)
            #expect(profiles.status == 0 && profiles.text.isEmpty, "\(profiles)")
            #expect(try run("arca image strip notes.txt -o o", in: folder).status == 5)
        }
    }

    @Test("strips several files in place, each atomically, and only the position on request")
    func stripInPlace() throws {
        try inFolder { folder in
            let result = try run(
                """
                cp beach.png a.png; cp beach.png b.png; chmod 640 a.png; cp notes.txt before.txt; ln -s b.png link.png
                arca image strip --in-place a.png notes.txt missing link.png
                echo $?; cmp notes.txt before.txt && stat -c %a a.png; test -L link.png && cmp a.png b.png && echo same
                arca image info --json a.png; ls -a
                """, in: folder)
            #expect(result.text.hasPrefix("8\n640\nsame\n"), "\(result)")
            #expect(!result.text.contains("gps") && !result.text.contains(".arca-"))
            #expect(result.errors.contains("a.png: removed gps") && result.errors.contains("notes.txt: "))
            #expect(result.errors.contains("link.png: removed exif"))

            let copied = try run(
                """
                mkdir out; cp beach.png kept.png; arca image strip -o out kept.png notes.txt b.png; echo $?; ls out
                cmp kept.png beach.png && cmp out/kept.png a.png && echo same
                arca image strip -o out kept.png; echo $?
                """, in: folder)
            #expect(copied.text == "5\nb.png\nkept.png\nsame\n8\n", "\(copied)")
            #expect(copied.errors.contains("1 of 3 files not stripped: notes.txt"), "\(copied)")

            let before = try run("stat -c %i a.png; arca image strip --gps -i a.png; stat -c %i a.png", in: folder)
            #expect(before.lines.count == 2 && before.lines.first == before.lines.last, "\(before)")
            #expect(before.errors == "arca: a.png: no metadata to remove\n")

            let position = try run("arca image strip --gps -o c.png beach.png; arca image info c.png", in: folder)
            #expect(position.text.contains("Pinhole") && position.text.contains("orientation: 6"))
            #expect(!position.text.contains("gps"), "\(position.text)")
            let json = try run("arca image strip --json -i beach.png b.png | grep -c '\"path\"'", in: folder)
            #expect(json.text == "2\n", "\(json)")
            for wrong in ["a.png b.png", "--in-place", "--in-place -", "--in-place a.png -o d.png"] {
                #expect(try run("arca image strip \(wrong)", in: folder).status == 2, "\(wrong)")
            }
            #expect(try run("arca image strip --gps --remove-orientation -o d a.png", in: folder).status == 2)
        }
    }

    @Test("stores images in a folder") func store() throws {
        try inFolder { folder in
            let result = try run(
                """
                set -e
                arca image pack --store album --key-from file:key.bin beach.png
                arca image pack --store album --name two --key-from file:key.bin < notes.txt
                arca image unpack --store album --name beach.png --key-from file:key.bin -o o; cmp o beach.png
                arca image pack --store album --name two --force --key-from file:key.bin beach.png
                arca image unpack --store album --name two --key-from file:key.bin -o o; cmp o beach.png
                ! arca image unpack --store album --name two --key-from file:key.hex -o p 2> errors
                arca image info --store album --key-from file:key.bin
                arca image info --store album --key-from file:key.bin --json | grep -c '"name"'
                """, in: folder)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
            let lines = result.text.split(separator: "\n")
            #expect(lines.count == 3 && lines[0].hasPrefix("beach.png: image/png, 7 x 5 pixels, "), "\(lines)")
            #expect(lines[1].hasPrefix("two: image/png, ") && lines[2] == "2", "\(lines)")
            _ = try run("arca image pack --store album --name notes --key-from file:key.bin notes.txt", in: folder)
            let exchanged = try run(
                """
                f=$(ls -S album/*.arcaimg | tail -1); g=$(ls -S album/*.arcaimg | head -1); cp $g $f
                arca image unpack --store album --name notes --key-from file:key.bin -o exchanged
                """, in: folder)
            #expect(exchanged.status == 4 && exchanged.errors.contains("another image"), "\(exchanged)")
        }
    }
}
