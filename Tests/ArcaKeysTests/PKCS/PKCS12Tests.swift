internal import ArcaTestSupport
internal import Foundation
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct PKCS12Tests {
    private static let passphrase = SecretBytes(copying: "pä ss".utf8)
    private static let wrong = SecretBytes(copying: "wrong".utf8)

    /// A store made by openssl, with a new key and certificate.
    private static func store(_ words: [String], in folder: URL, passphrase: String = "pä ss") throws -> [UInt8] {
        let made = try Peer.run(
            [
                "openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-subj", "/CN=p12", "-keyout", "k", "-out",
                "c",
            ],
            in: folder)
        #expect(made.status == 0, "\(made.errors)")
        let answer = try Peer.run(
            [
                "openssl", "pkcs12", "-export", "-inkey", "k", "-in", "c", "-name", "Bär", "-passout",
                "pass:\(passphrase)",
            ] + words, in: folder)
        #expect(answer.status == 0, "\(answer.errors)")
        return answer.output
    }

    private static func code(_ body: () throws -> Void) -> KeyErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? KeyError)?.code
        }
    }

    @Test(
        "reads openssl's stores, and tells a wrong passphrase from damage", .enabled(if: Peer.has("openssl")),
        arguments: [
            [], ["-legacy"], ["-legacy", "-certpbe", "PBE-SHA1-RC2-128", "-keypbe", "PBE-SHA1-RC2-40"],
            ["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1"],
            ["-keypbe", "AES-128-CBC", "-certpbe", "AES-192-CBC", "-iter", "77", "-macalg", "sha512"],
            ["-keypbe", "NONE", "-certpbe", "AES-256-CBC"], ["-keypbe", "NONE", "-certpbe", "NONE"],
            ["-nomac"], ["-nomaciter", "-noiter"],
        ])
    func readsOpenSSL(words: [String]) throws {
        try Peer.inFolder { folder in
            let bytes = try Self.store(words, in: folder)
            let store = try PKCS12(bytes, passphrase: Self.passphrase)
            #expect(store.keys.count == 1 && store.keys[0].name == "Bär")
            #expect((store.integrity == nil) == (words == ["-nomac"]))
            let pem = try Peer.run(["cat", "k"], in: folder).output
            #expect(store.keys[0].key == (try AnyKey(pem).privateKey()))
            // Old programs encrypt certificates with RC2, which libcrypto's default provider lacks.
            #expect(store.certificates.map(\.certificate.subject.description) == ["CN=p12"])
            #expect(try AnyKey(bytes, passphrase: Self.passphrase).privateKey() == store.keys[0].key)

            #expect(Self.code { _ = try PKCS12(bytes, passphrase: Self.wrong) } == .wrongPassphrase)
            #expect(Self.code { _ = try AnyKey(bytes) } == .passphraseNeeded)
        }
    }

    @Test("opens a store with an empty passphrase without asking for one", .enabled(if: Peer.has("openssl")))
    func opensEmpty() throws {
        try Peer.inFolder { folder in
            let bytes = try Self.store([], in: folder, passphrase: "")
            #expect(try PKCS12(bytes).keys.count == 1)
            #expect(Self.code { _ = try PKCS12(bytes, passphrase: Self.wrong) } == .wrongPassphrase)
        }
    }

    @Test("a truncated or modified store never traps and never yields another key", .enabled(if: Peer.has("openssl")))
    func survivesDamage() throws {
        try Peer.inFolder { folder in
            let bytes = try Self.store(["-iter", "2"], in: folder)
            let limits = CostLimits(pbkdf2Iterations: 1...1000)
            let key = try PKCS12(bytes, passphrase: Self.passphrase, limits: limits).keys[0].key
            var codes: Set<KeyErrorCode> = []
            var isSame = true
            for index in bytes.indices {
                #expect(throws: KeyError.self) {
                    _ = try PKCS12(bytes[..<index], passphrase: Self.passphrase, limits: limits)
                }
                for mask in [0x01, 0x80] as [UInt8] {
                    var changed = bytes
                    changed[index] ^= mask
                    do throws(KeyError) {
                        let read = try PKCS12(changed, passphrase: Self.passphrase, limits: limits)
                        // The iteration count and salt of the MAC affect nothing else.
                        isSame = isSame && read.keys.first?.key == key
                    } catch {
                        codes.insert(error.code)
                    }
                }
            }
            #expect(isSame)
            #expect(codes.contains(.malformed) && codes.contains(.wrongPassphrase))
            // The MAC itself precedes salt and count. If it is modified, the passphrase still opens the rest.
            let flipped = bytes.indices.suffix(60).contains { index in
                var changed = bytes
                changed[index] ^= 1
                let code = Self.code {
                    _ = try PKCS12(changed, passphrase: Self.passphrase, limits: limits)
                }
                return code == .malformed
            }
            #expect(flipped)
        }
    }

    // MARK: Malformed stores

    private static func algorithm(_ numbers: [Int], _ parameters: DERValue) -> DERValue {
        .sequence([identifier(numbers), parameters])
    }

    private static func identifier(_ numbers: [Int]) -> DERValue {
        // 1.2.840.113549.1 and the given numbers.
        .objectIdentifier(
            numbers.count == 2
                ? ASN1ObjectIdentifier(1, 2, 840, 113549, 1, numbers[0], numbers[1])
                : numbers.count == 4
                    ? ASN1ObjectIdentifier(
                        1, 2, 840, 113549, 1, numbers[0], numbers[1], numbers[2], numbers[3])
                    : ASN1ObjectIdentifier(1, 2, 840, 113549, 1, numbers[0], numbers[1], numbers[2]))
    }

    private static func store(bags: [DERValue], mac: DERValue? = nil) -> [UInt8] {
        func content(_ value: DERValue) -> DERValue {
            .sequence([identifier([7, 1]), .explicit(0, .octetString(value))])
        }
        return DERValue.sequence(
            [.integer(3), content(.sequence([content(.sequence(bags))]))] + (mac.map { [$0] } ?? [])
        ).encoded()
    }

    private static func mac(iterations: Int) -> DERValue {
        .sequence([
            .sequence([
                .sequence([.objectIdentifier(ASN1ObjectIdentifier(1, 3, 14, 3, 2, 26)), .null]),
                .octetString([UInt8](repeating: 0, count: 20)),
            ]), .octetString([1, 2]), .integer(iterations),
        ])
    }

    private static func shrouded(iterations: Int) -> DERValue {
        let scheme = algorithm([12, 1, 3], .sequence([.octetString([1, 2, 3]), .integer(iterations)]))
        let value = DERValue.sequence([scheme, .octetString([UInt8](repeating: 1, count: 64))])
        return .sequence([identifier([12, 10, 1, 2]), .explicit(0, value)])
    }

    @Test("rejects excessive costs before spending them, whether in one derivation or many")
    func boundsCost() throws {
        let files: [[UInt8]] = [
            Self.store(bags: [], mac: Self.mac(iterations: 1 << 40)),
            Self.store(bags: [], mac: Self.mac(iterations: 4_200_001)),
            Self.store(bags: [Self.shrouded(iterations: 1 << 40)]),
            Self.store(bags: [Self.shrouded(iterations: 1_500_000)]),
            Self.store(
                bags: [DERValue](
                    repeating: .sequence([Self.identifier([12, 10, 1, 5]), .explicit(0, .null)]), count: 501)),
        ]
        for file in files {
            let start = ThreadClock.seconds
            #expect(Self.code { _ = try PKCS12(file, passphrase: Self.wrong) } == .costTooHigh)
            #expect(ThreadClock.seconds - start < 1)
        }
        #expect(Self.code { _ = try PKCS12(files[0]) } == .passphraseNeeded)
        #expect(Self.code { _ = try PKCS12(Self.store(bags: []), passphrase: Self.wrong) } == .notAKey)
        var nested = Self.shrouded(iterations: 1)
        for _ in 0..<6 {
            nested = .sequence([Self.identifier([12, 10, 1, 6]), .explicit(0, .sequence([nested]))])
        }
        #expect(Self.code { _ = try PKCS12(Self.store(bags: [nested]), passphrase: Self.wrong) } == .malformed)
    }

    // MARK: BER

    /// Converts DER to BER with indefinite lengths and split OCTET STRINGs, like Apple's and Mozilla's programs.
    private static func ber(_ bytes: [UInt8], isSplit: Bool) throws -> [UInt8] {
        var reader = DERReader(bytes.span)
        var output: [UInt8] = []
        while let tag = reader.peek(in: bytes.span) {
            let start = reader.offset
            let content = Array(bytes[try reader.read(tag, in: bytes.span)])
            if tag.octet & 0x20 != 0 {
                output += [tag.octet, 0x80] + (try ber(content, isSplit: isSplit)) + [0, 0]
            } else if tag == .octetString, isSplit, content.count > 20 {
                output += [0x24, 0x80]
                for piece in [content[..<9], content[9...]] {
                    output += DERValue.octetString(Array(piece)).encoded()
                }
                output += [0, 0]
            } else {
                output += bytes[start..<reader.offset]
            }
        }
        return output
    }

    @Test("reads stores in BER, also inside", .enabled(if: Peer.has("openssl")), arguments: [false, true])
    func readsBER(isSplit: Bool) throws {
        try Peer.inFolder { folder in
            let bytes = try Self.store(["-iter", "2"], in: folder)
            let wanted = try PKCS12(bytes, passphrase: Self.passphrase)
            let converted = try Self.ber(bytes, isSplit: isSplit)
            #expect(converted != bytes)
            let store = try PKCS12(converted, passphrase: Self.passphrase)
            #expect(store.keys.map(\.key) == wanted.keys.map(\.key) && !store.certificates.isEmpty)
            #expect(try AnyKey(converted, passphrase: Self.passphrase).privateKey() == wanted.keys[0].key)
            #expect(Self.code { _ = try PKCS12(converted, passphrase: Self.wrong) } == .wrongPassphrase)
            #expect(Self.code { _ = try AnyKey(converted.dropLast(2), passphrase: Self.passphrase) } == .malformed)
        }
    }
}
