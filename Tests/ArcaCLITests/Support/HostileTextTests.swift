internal import ArcaTestSupport
internal import Foundation
import Testing

/// Reports escape untrusted names and comments that could control a terminal or reorder its text.
@Suite struct HostileTextTests {
    /// ESC with a title and its BEL, CSI as one character, U+202E, and a zero-width space; file names also get a byte
    /// that is not UTF-8.
    private static let evil = "evil\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{200b}"

    /// Creates files with ``evil`` in their names and contents, each for a report that shows it.
    private static let inputs = """
        import base64, gzip, json, os, tarfile, urllib.parse, zipfile
        evil = os.environ['EVIL']
        name = os.fsencode(evil) + b'\\xff'
        line = evil.replace('\\n', ' ')
        def put(path, content):
            with open(path, 'wb') as file: file.write(content if isinstance(content, bytes) else content.encode())
        os.mkdir('in'); put(b'in/' + name, 'x'); os.symlink(name, b'in/link' + name)
        put(name, 'x')
        put(b'sums', b'9dd4e461268c8034f5c8564e155c67a6  ' + name + b'\\n00000000000000000000000000000000  ' + name + b'\\n'
            + b'00000000000000000000000000000000  missing' + name + b'\\n' + name + b' nothing\\n'
            + b'SHAKE128 (' + name + b') = ab\\n')
        put('a.txt', f'# {line}\\nCOUNT = 1\\nA{line} = B{line}\\n# C{line}\\n')
        tests = [{'tcId': 1, 'comment': evil, 'flags': [evil], 'msg': evil, evil: evil, 'result': evil}]
        group = {'type': 'MacTest', 'keySize': 1, evil: 1, 'tests': tests}
        put('b.json', json.dumps({'algorithm': 'HMACSHA256' , 'numberOfTests': 3, evil: 1, 'notes': {}, 'testGroups': [group,
            {'type': evil, 'tests': tests}]}, ensure_ascii=False))
        put('c.txt', f'Cipher = {line}\\nKey = {line}\\n\\n{line} = 1\\n\\nDigest = SHA256\\nInput = {line}\\n')
        put(b'd' + name + b'.txt', 'Digest = SHA256\\nInput = 00\\nOutput = 00\\n')
        put('tar', b'')
        with tarfile.open('tar', 'w') as tar:
            entry = tarfile.TarInfo(evil); tar.addfile(entry)
            entry = tarfile.TarInfo('link'); entry.type, entry.linkname = tarfile.SYMTYPE, evil; tar.addfile(entry)
        with zipfile.ZipFile('zip', 'w') as zip: zip.writestr(evil, 'x')
        header = b'\\x1f\\x8b\\x08\\x18' + b'\\0' * 6 + evil.encode() + b'\\0' + evil.encode() + b'\\0'
        put('gz', header + gzip.compress(b'x')[10:])
        put('pem', f'-----BEGIN {line}-----\\nAAAA\\n-----END {line}-----\\n')
        blob = b'\\0\\0\\0\\x0bssh-ed25519\\0\\0\\0\\x20' + bytes.fromhex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
        put('ssh', b'ssh-ed25519 ' + base64.b64encode(blob) + b' ' + line.encode() + b'\\n')
        key = base64.b64encode(b'Ed' + b'\\1' * 8 + blob[-32:]).decode()
        put('minisign.pub', f'untrusted comment: {line}\\n{key}\\n')
        signature = base64.b64encode(b'ED' + b'\\1' * 8 + b'\\2' * 64).decode()
        put('x.minisig', f'untrusted comment: {line}\\n{signature}\\ntrusted comment: {line}\\n' + base64.b64encode(b'\\3' * 64).decode() + '\\n')
        put('x.sig', f'untrusted comment: verify with {line}.pub\\n{signature}\\n')
        put('jwk', json.dumps({'kty': 'oct', 'k': 'AAAA', 'kid': evil, 'alg': evil, evil: evil}))
        part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b'=').decode()
        put('jwt', part({'alg': 'HS256', 'kid': evil, evil: evil}) + '.' + part({'iss': evil, evil: evil}) + '.AAAA')
        put('otp', f'otpauth://totp/{line}?secret=GEZDGNBVGY3TQOJQ&issuer={line}')
        quoted = "utf-8''" + urllib.parse.quote(evil)
        put('mail', f'Subject: {line}\\nContent-Type: multipart/mixed; boundary=b\\n\\n--b\\nContent-Type: application/octet-stream; name*={quoted}\\n'
            f'Content-Disposition: attachment; filename*={quoted}\\n\\n{line}\\n--b\\nContent-Type: text/plain; charset*={quoted}\\n\\nx\\n--b--\\n')
        put('secret', base64.b64encode(f'This is a sentence in plain words, {evil}, and here it goes on.'.encode()))
        put('csv', f'url,username,password,extra,name,grouping,fav\\nhttps://example.org,{line},p,{line},{line},{line},0\\n')
        put('bw.json', json.dumps({'items': [{'type': 1, 'name': evil, 'notes': evil, 'login': {'username': evil, 'password': evil},
            'fields': [{'name': evil, 'value': evil, 'type': 0}]}, {'type': 99, 'name': evil}]}))
        """

    /// Commands that show untrusted text; the output must contain the word, so the test is not vacuous.
    private static let commands = [
        "hash \"$NAME\"", "hash -a md5,sha256 \"$NAME\"", "hash --check sums",
        "hash --expect 00000000000000000000000000000000 \"$NAME\"", "hash -r in --json",
        "vectors verify a.txt b.json c.txt d*", "vectors list a.txt b.json c.txt d*",
        "vectors compare --with openssl d*", "vectors verify --json a.txt b.json c.txt d*",
        "vectors verify --report junit a.txt b.json c.txt d*", "vectors verify --report html a.txt b.json c.txt d*",
        "inspect *", "inspect --json *", "mime list mail", "mime extract mail -o out",
        "mime extract --json mail -o out", "mime list --json mail", "key show ssh", "key show --json ssh",
        "decode auto --all secret", "decode auto --json secret", "jwt decode jwt", "decompress --list gz",
    ]

    /// Commands that reject their input, or show its text only if it is harmless.
    private static let quiet = [
        "vectors verify --against cat d*", "mime cat 1 mail", "mime cat 2 mail", "key show minisign.pub",
        "key show jwk",
        "key fingerprint ssh", "key lint ssh jwk", "decode auto secret", "decode auto --explain secret",
        "decode base64 secret", "decode auto --lines secret", "decompress gz",
        "verify --signature x.minisig --key minisign.pub \"$NAME\"",
        "verify --signature x.sig --key minisign.pub \"$NAME\"", "verify --signature x.minisig a.txt",
    ]

    @Test("reports escape terminal controls", .enabled(if: Peer.has("python3")))
    func reports() throws {
        try Peer.inFolder { folder in
            let environment = ["EVIL": Self.evil, "ARCA": Peer.arca]
            let made = try Peer.run(["python3", "-c", Self.inputs], environment: environment, in: folder)
            #expect(made.status == 0, "\(made.errors)")
            for command in Self.commands {
                try Self.check("\"$ARCA\" \(command)", environment, in: folder)
            }
            for command in Self.quiet {
                let shown = try Self.shown("\"$ARCA\" \(command)", environment, in: folder)
                #expect(Self.steering(shown).isEmpty, "\(command): \(shown.debugDescription)")
            }
        }
    }

    @Test("lists of encrypted archives escape terminal controls", .enabled(if: Peer.has("python3")))
    func archives() throws {
        try Peer.inFolder { folder in
            let environment = ["EVIL": Self.evil, "ARCA": Peer.arca]
            _ = try Peer.run(["python3", "-c", Self.inputs], environment: environment, in: folder)
            let script = """
                "$ARCA" key generate x25519 -o key && "$ARCA" encrypt -r "$("$ARCA" key show key | sed -n 's/ *age recipient *//p')" -o sealed tar
                """
            let sealed = try Peer.run(["sh", "-c", script], environment: environment, in: folder)
            #expect(sealed.status == 0, "\(sealed.errors)")
            for command in ["decrypt --list -i key sealed", "decrypt --list --json -i key sealed"] {
                try Self.check("\"$ARCA\" \(command)", environment, in: folder)
            }
            let refused = try Self.shown("\"$ARCA\" decrypt --extract out -i key sealed", environment, in: folder)
            #expect(Self.steering(refused).isEmpty)
        }
    }

    @Test("reports of certificates escape terminal controls", .enabled(if: Peer.has("openssl") && Peer.has("python3")))
    func certificates() throws {
        try Peer.inFolder { folder in
            let environment = ["EVIL": Self.evil, "ARCA": Peer.arca]
            let script = """
                printf '[req]\\ndistinguished_name=d\\n[d]\\n' > conf
                openssl req -config conf -x509 -newkey ed25519 -nodes -keyout k -out certificate -utf8 -subj "/CN=$EVIL" -addext "subjectAltName=DNS:evil$(printf '\\033').example"
                openssl req -config conf -new -key k -utf8 -subj "/O=$EVIL" -out request
                """
            let made = try Peer.run(["sh", "-c", script], environment: environment, in: folder)
            #expect(made.status == 0, "\(made.errors)")
            for command in [
                "key show certificate", "key show request", "inspect certificate request",
                "key show --json certificate",
            ] {
                try Self.check("\"$ARCA\" \(command)", environment, in: folder)
            }
        }
    }

    @Test("reports of a vault escape terminal controls", .enabled(if: Peer.has("python3")))
    func vault() throws {
        try VaultTrial.run { trial in
            let environment = trial.environment.merging(["EVIL": Self.evil, "ARCA": Peer.arca]) { $1 }
            _ = try Peer.run(["python3", "-c", Self.inputs], environment: environment, in: trial.folder)
            let open = "--key-file key"
            for command in [
                "import \(open) --dry-run bw.json", "import \(open) --dry-run --json bw.json", "import \(open) bw.json",
                "list \(open)", "list \(open) --long", "list \(open) --tree", "list \(open) --json",
                "list \(open) evil",
                "audit \(open)", "audit \(open) --json", "get \(open) \"$(\"$ARCA\" vault list \(open) | head -1)\"",
                "history \(open) \"$(\"$ARCA\" vault list \(open) | head -1)\"", "verify \(open)",
            ] {
                let shown = try Self.shown("\"$ARCA\" vault \(command)", environment, in: trial.folder)
                #expect(Self.steering(shown).isEmpty, "\(command): \(shown.debugDescription)")
            }
        }
    }

    /// Runs a shell command on a terminal and checks that the output contains the word and no control characters.
    private static func check(_ command: String, _ environment: [String: String], in folder: URL) throws {
        let shown = try Self.shown(command, environment, in: folder)
        #expect(Self.steering(shown).isEmpty, "\(command): \(shown.debugDescription)")
        #expect(shown.contains("evil"), "\(command): \(shown.debugDescription)")
    }

    private static func shown(_ command: String, _ environment: [String: String], in folder: URL) throws -> String {
        let script = "NAME=\"$EVIL$(printf '\\377')\"; \(command)"
        let answer = try Peer.onTerminal(["sh", "-c", script], environment: environment, in: folder)
        return String(decoding: answer.output, as: UTF8.self)
    }

    /// The characters of a text that control a terminal; bytes that are not UTF-8 have become U+FFFD.
    private static func steering(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x09, 0x0a, 0x0d: false
            case 0..<0x20, 0x7f..<0xa0, 0x200b, 0x202a...0x202e, 0x2066...0x2069, 0xfffd: true
            default: false
            }
        }
    }
}
