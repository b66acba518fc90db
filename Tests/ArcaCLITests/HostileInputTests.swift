import ArcaTestSupport
import Foundation
import Testing

/// Untrusted data designed to keep its reader busy; processor time and memory are limited in a separate process.
@Suite(.enabled(if: runsSlowTests && Peer.has("python3"), "slow, or no Python")) struct HostileInputTests {
    /// Input that took minutes or crashed earlier versions, and the commands that read it.
    private static let inputs: [(name: String, script: String, commands: [String])] = [
        (
            "parameters of a data: URI", "b'data:' + b''.join(b';f%d=a' % i for i in range(26000)) + b',a'",
            ["inspect", "decode auto"]
        ),
        (
            "parameters of a header",
            "b'Content-Type: text/plain' + b''.join(b';\\n f%d=a' % i for i in range(24000)) + b'\\n\\nhi\\n'",
            ["mime list", "mime list --lenient"]
        ),
        (
            "attachments of one name",
            "b'Content-Type: multipart/mixed; boundary=b\\n\\n' + b'--b\\n"
                + "Content-Disposition: attachment; filename=a\\n\\na\\n' * 2000 + b'--b--\\n'", ["mime extract -o out"]
        ),
        ("line feeds", "b'\\n' * 200000", ["inspect", "decode auto"]),
        ("folded headers of PEM", "b'-----BEGIN A-----\\nB: c\\n' + b' a\\n' * 80000", ["decode --lenient pem"]),
        ("the same letter", "b'A' * 300000", ["decode auto", "inspect"]),
        ("records of a tar archive", "(b'a' * 100 + b'0000644\\0' + bytes(404)) * 400", ["inspect", "decode auto"]),
        ("compressed zeros", "gzip.compress(bytes(200 << 20))", ["inspect", "decode auto"]),
        (
            "equal keys", "b'ssh-rsa ' + ssh(b'ssh-rsa', number(65537), number(odd(2048))) + b'\\n'",
            ["key lint", "key show"]
        ),
        (
            "keys with tiny moduli",
            "b'{\"keys\":[' + b','.join(jwk(n=n, e=3) for n in range(70001, 74001, 2)) + b']}'", ["key lint"]
        ),
        (
            "keys without their primes",
            "b'{\"keys\":[' + b','.join(jwk(n=smooth(16384), e=65537, d=odd(16000)) for i in range(5)) + b']}'",
            ["key lint", "key show"]
        ),
        (
            "different keys",
            "b'\\n'.join(b'ssh-rsa ' + ssh(b'ssh-rsa', number(65537), number(odd(2048))) "
                + "for i in range(1200))", ["key lint"]
        ),
        (
            "an OpenSSH key with huge numbers",
            "pem(b'openssh-key-v1\\0' + text(b'none') * 2 + text(b'') + b'\\0\\0\\0\\1' + text(public) + text(private))",
            ["key lint", "key show"]
        ),
    ]

    private static let helpers = """
        import base64, gzip, random, struct, sys
        random.seed(1)
        def text(b): return struct.pack(">I", len(b)) + b
        def bytes_of(n): return n.to_bytes((n.bit_length() + 7) // 8 or 1, "big")
        def number(n): return text(n.to_bytes(n.bit_length() // 8 + 1, "big"))
        def odd(bits): return random.getrandbits(bits) | 1 | 1 << bits - 1
        def ssh(kind, *parts): return base64.b64encode(text(kind) + b"".join(parts))
        def url(n): return base64.urlsafe_b64encode(bytes_of(n)).rstrip(b"=").decode()
        def jwk(**n): return ('{"kty":"RSA",' + ",".join('"%s":"%s"' % (k, url(v)) for k, v in n.items()) + "}").encode()
        def smooth(bits):
            n = 1
            while n.bit_length() < bits - 12: n *= random.choice([3, 5, 7, 11, 13, 17, 1009, 2003])
            return n
        def pem(b):
            t = base64.b64encode(b)
            lines = b"\\n".join(t[i:i + 70] for i in range(0, len(t), 70))
            return b"-----BEGIN OPENSSH PRIVATE KEY-----\\n" + lines + b"\\n-----END OPENSSH PRIVATE KEY-----\\n"
        modulus = odd(800000)
        public = text(b"ssh-rsa") + number(65537) + number(modulus)
        private = b"1234" * 2 + text(b"ssh-rsa") + number(modulus) + number(65537)
        private += b"".join(number(odd(bits)) for bits in [799999, 400000, 400000, 400000]) + text(b"")
        private += bytes(range(1, 1 + -len(private) % 8))

        """

    /// Runs a command with a processor time limit; prints the time in seconds and the memory in KiB.
    private static let measure = """
        import os, resource, subprocess, sys
        def limit(): resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
        null = subprocess.DEVNULL
        process = subprocess.Popen(sys.argv[1:], stdin=null, stdout=null, stderr=null, preexec_fn=limit)
        _, status, used = os.wait4(process.pid, 0)
        print(used.ru_utime + used.ru_stime, used.ru_maxrss, status & 127)
        """

    /// Limit for 1 MiB, in seconds: twice the goal, for slow machines; debug builds are tens of times slower.
    private static let seconds: Double = Peer.releasedCommand == nil ? 40 : 4

    @Test("input made to keep its reader busy takes little time and memory", arguments: inputs)
    func bounded(name: String, script: String, commands: [String]) throws {
        try Peer.inFolder { folder in
            let made = try Peer.run(
                ["python3", "-c", Self.helpers + "sys.stdout.buffer.write(\(script))"], in: folder)
            try #require(made.status == 0, "\(made.errors)")
            let repeats = name == "equal keys" ? 1200 : 1
            let content = [[UInt8]](repeating: made.output, count: repeats).flatMap { $0 }
            try Data(content).write(to: folder.appendingPathComponent("input"))
            for command in commands {
                let words = command.split(separator: " ").map(String.init)
                let answer = try Peer.run(
                    ["python3", "-c", Self.measure, Peer.arca] + words + ["input"], in: folder)
                let used = answer.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
                try #require(used.count == 3, "\(answer)")
                #expect(used[0] < Self.seconds, "\(name), \(command): \(used[0]) s")
                #expect(used[1] < 100 * 1024, "\(name), \(command): \(used[1]) KiB")
                #expect(used[2] == 0, "\(name), \(command): ended by a signal")
            }
        }
    }
}
