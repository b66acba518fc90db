internal import ArcaTestSupport
internal import Foundation
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct X509CertificateTests {
    // MARK: Certificates by openssl

    @Test("shows the same details of a certificate as openssl", .enabled(if: Peer.has("openssl")))
    func matchesOpenSSL() throws {
        let kinds = [
            ["rsa:2048"], ["rsa-pss", "-pkeyopt", "rsa_keygen_bits:2048", "-sigopt", "rsa_pss_saltlen:32"],
            ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], ["ec", "-pkeyopt", "ec_paramgen_curve:secp521r1"],
            ["ed25519"], ["ed448"],
        ]
        try Peer.inFolder { folder in
            for kind in kinds {
                let made = try Peer.run(
                    [
                        "openssl", "req", "-x509", "-nodes", "-keyout", "key.pem", "-outform", "DER", "-utf8", "-subj",
                        "/C=DE/O=A, \"B\" <x>;\\\\/OU=u+CN=#Bär /emailAddress=a@example.org", "-days", "30",
                        "-addext", "subjectAltName=DNS:a.example.org,IP:192.0.2.1,IP:2001:db8::1,email:a@b.example",
                        "-addext", "extendedKeyUsage=serverAuth,1.2.3.4", "-addext", "keyUsage=critical,keyCertSign",
                        "-addext", "1.2.3.5=critical,DER:0500", "-newkey",
                    ] + kind, in: folder)
                #expect(made.status == 0, "\(made.errors)")
                let certificate = try X509Certificate(der: made.output)
                let said = try Peer.run(
                    [
                        "openssl", "x509", "-inform", "DER", "-noout", "-subject", "-serial", "-fingerprint",
                        "-sha256", "-enddate", "-dateopt", "iso_8601", "-nameopt", "RFC2253,-esc_msb,utf8",
                    ], input: made.output
                ).lines.map { $0.split(separator: "=", maxSplits: 1)[1] }
                // RFC 4514 does not define the order within a relative name, and openssl reverses it as well.
                #expect(
                    certificate.subject.description
                        == said[0].replacing(##"CN=\#Bär\ +OU=u"##, with: ##"OU=u+CN=\#Bär\ "##))
                #expect(certificate.subject.commonName == "#Bär ")
                #expect(certificate.isSelfIssued && certificate.isSelfSigned == true, "\(kind)")
                #expect(Base16.standard.encode(certificate.serialNumber).uppercased().hasSuffix(said[1]))
                #expect(Base16.standard.encode(certificate.sha256) == said[2].filter { $0 != ":" }.lowercased())
                #expect(certificate.notAfter.description == said[3].dropLast() + " UTC")
                let extensions = certificate.extensions
                #expect(
                    extensions.alternativeNames.map(\.description) == [
                        "DNS:a.example.org", "IP:192.0.2.1", "IP:2001:db8::1", "email:a@b.example",
                    ])
                #expect(extensions.keyUsage == [.certificateSign])
                #expect(extensions.basicConstraints?.isAuthority == true)
                #expect(
                    extensions.extendedKeyUsage?.map(\.description) == ["1.3.6.1.5.5.7.3.1", "1.2.3.4"])
                #expect(extensions.unknownCritical == [ASN1ObjectIdentifier(1, 2, 3, 5)])
                let spki = try Peer.run(
                    ["openssl", "pkey", "-in", "key.pem", "-pubout", "-outform", "DER"], in: folder)
                #expect(try SPKI.encode(certificate.publicKey()) == spki.output)
            }
        }
    }

    @Test("reads requests, trusted certificates and chains made by openssl", .enabled(if: Peer.has("openssl")))
    func readsOtherForms() throws {
        try Peer.inFolder { folder in
            let request = try Peer.run(
                [
                    "openssl", "req", "-new", "-newkey", "ed25519", "-nodes", "-keyout", "key.pem", "-subj", "/CN=r",
                    "-addext", "subjectAltName=DNS:r.example",
                ], in: folder)
            let read = try AnyKey(request.output)
            #expect(read.structure == .certificateRequest && read.request?.subject.description == "CN=r")
            #expect(read.request?.isSelfSigned == true)
            #expect(read.request?.extensions.alternativeNames == [.dns("r.example")])
            let root = try Peer.run(["openssl", "req", "-x509", "-key", "key.pem", "-subj", "/CN=root"], in: folder)
            try Data(root.output).write(to: folder.appendingPathComponent("root.pem"))
            let leaf = try Peer.run(
                ["openssl", "x509", "-req", "-CA", "root.pem", "-CAkey", "key.pem", "-set_serial", "0x80ff"],
                input: request.output, in: folder)
            let chain = try AnyKey.all(in: leaf.output + root.output).compactMap(\.certificate)
            try #require(chain.count == 2)
            #expect(chain[0].serialNumber == [0, 0x80, 0xff] && chain[0].isSelfSigned == false)
            #expect(chain[0].isSigned(by: chain[1]) == true && chain[1].isSigned(by: chain[0]) == false)
            let trusted = try Peer.run(
                ["openssl", "x509", "-trustout", "-addtrust", "serverAuth", "-setalias", "name"], input: root.output)
            #expect(trusted.text.contains("TRUSTED CERTIFICATE"))
            #expect(try AnyKey(trusted.output).certificate == chain[1])
        }
    }

    // MARK: Malformed certificates

    private static let key = try? Curve25519.Signing.PrivateKey(
        rawRepresentation: SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
    private static let ed25519 = DERValue.sequence([.objectIdentifier(ASN1ObjectIdentifier(1, 3, 101, 112))])

    private static func name(_ values: [DERValue], _ identifier: ASN1ObjectIdentifier = .init(2, 5, 4, 3)) -> DERValue {
        .sequence(values.map { .constructed(.set, [.sequence([.objectIdentifier(identifier), $0])]) })
    }

    private static func text(_ tag: DERTag, _ bytes: [UInt8]) -> DERValue { .primitive(tag, bytes) }

    private static func time(_ text: String) -> DERValue {
        .primitive(text.utf8.count == 13 ? .utcTime : .generalizedTime, Array(text.utf8))
    }

    private static let oneName = name([text(.utf8String, Array("a".utf8))])
    private static let validity = [time("200101000000Z"), time("20500101000000Z")]

    /// A self-signed certificate.
    private static func der(
        subject: DERValue = oneName, validity: [DERValue] = validity, extensions: [DERValue]? = nil,
        inner: DERValue = ed25519
    ) throws -> [UInt8] {
        let key = try #require(Self.key)
        let content = DERValue.sequence(
            [
                .explicit(0, .integer(2)), .integer(5), inner, subject, .sequence(validity), subject,
                .sequence([ed25519, .bitString(key.publicKey.rawRepresentation)]),
            ] + (extensions.map { [.explicit(3, .sequence($0))] } ?? []))
        let signature = try key.signature(for: content.encoded())
        return DERValue.sequence([content, ed25519, .bitString(signature)]).encoded()
    }

    private static func addition(_ number: Int, _ value: DERValue) -> DERValue {
        .sequence([.objectIdentifier(ASN1ObjectIdentifier(2, 5, 29, number)), .octetString(value)])
    }

    @Test("writes names of all string types, and escapes anything misleading")
    func names() throws {
        let cases: [(DERTag, [UInt8], String)] = [
            (.utf8String, Array("Bär".utf8), "CN=Bär"), (.printableString, Array("a b".utf8), "CN=a b"),
            (.ia5String, Array("a@b".utf8), "CN=a@b"), (.teletexString, [0x42, 0xe4, 0x72], "CN=Bär"),
            (.bmpString, [0, 0x42, 0, 0xe4, 0xd8, 0x3d, 0xde, 0], "CN=Bä😀"),
            (.universalString, [0, 0, 0, 0x42, 0, 1, 0xf6, 0], "CN=B😀"),
            (.utf8String, Array("a,O=b+c\"\\<>;".utf8), "CN=a\\,O=b\\+c\\\"\\\\\\<\\>\\;"),
            (.utf8String, Array(" # ".utf8), "CN=\\ #\\ "), (.utf8String, Array("#1".utf8), "CN=\\#1"),
            (.utf8String, Array("a\0\n\u{1b}[2J\u{7f}".utf8), "CN=a\\00\\0a\\1b[2J\\7f"),
            (
                .utf8String, Array("a\u{202e}b\u{85}\u{200b}\u{2028}".utf8),
                "CN=a\\e2\\80\\aeb\\c2\\85\\e2\\80\\8b\\e2\\80\\a8"
            ),
            (.utf8String, [], "CN="),
            // Bytes that the type does not allow.
            (.utf8String, [0xff], "2.5.4.3=#0c01ff"), (.printableString, [0xe4], "2.5.4.3=#1301e4"),
            (.bmpString, [0xd8, 0], "2.5.4.3=#1e02d800"), (.bmpString, [0], "2.5.4.3=#1e0100"),
            (.universalString, [0, 0x11, 0, 0], "2.5.4.3=#1c0400110000"), (.octetString, [1], "2.5.4.3=#040101"),
        ]
        for (tag, bytes, expected) in cases {
            let certificate = try X509Certificate(der: Self.der(subject: Self.name([Self.text(tag, bytes)])))
            #expect(certificate.subject.description == expected)
            #expect(certificate.isSelfSigned == true)
        }
        let unknown = Self.name([.octetString([1])], ASN1ObjectIdentifier(1, 2, 3))
        #expect(try X509Certificate(der: Self.der(subject: unknown)).subject.description == "1.2.3=#040101")
        #expect(try X509Certificate(der: Self.der(subject: .sequence([]))).subject.description.isEmpty)
        #expect(throws: KeyError.self) {
            try X509Certificate(der: Self.der(subject: .sequence([.constructed(.set, [])])))
        }
    }

    @Test("accepts times in the DER form only")
    func times() throws {
        for (text, seconds, shown) in [
            ("700101000000Z", 0, "1970-01-01 00:00:00 UTC"),
            ("491231235959Z", 2_524_607_999, "2049-12-31 23:59:59 UTC"),
            ("500101000000Z", -631_152_000, "1950-01-01 00:00:00 UTC"),
            ("20000229120000Z", 951_825_600, "2000-02-29 12:00:00 UTC"),
            ("99991231235959Z", 253_402_300_799, "9999-12-31 23:59:59 UTC"),
            ("00000101000000Z", -62_167_219_200, "0000-01-01 00:00:00 UTC"),
            ("19000301000000Z", -2_203_891_200, "1900-03-01 00:00:00 UTC"),
        ] {
            let time = try X509Certificate(der: Self.der(validity: [Self.time(text), Self.validity[1]])).notBefore
            #expect(time.seconds == seconds && time.description == shown, "\(text)")
        }
        for text in [
            "20010100000Z", "2001010000Z", "200101000000+", "200101000000z", "200001000000Z", "201301000000Z",
            "200100000000Z", "200132000000Z", "210229000000Z", "200101240000Z", "200101006000Z", "200101000060Z",
            "19000229000000Z", "20200101000000.5Z", "2020010100000Z", "2001010000-1Z", "",
        ] {
            let primitive = DERValue.primitive(text.utf8.count < 14 ? .utcTime : .generalizedTime, Array(text.utf8))
            #expect(throws: KeyError.self, "\(text)") {
                try X509Certificate(der: Self.der(validity: [primitive, Self.validity[1]]))
            }
        }
        let certificate = try X509Certificate(der: Self.der())
        #expect(certificate.order(ofTime: certificate.notBefore.seconds - 1) == -1)
        #expect(certificate.order(ofTime: certificate.notBefore.seconds) == 0)
        #expect(certificate.order(ofTime: certificate.notAfter.seconds) == 0)
        #expect(certificate.order(ofTime: certificate.notAfter.seconds + 1) == 1)
    }

    @Test("writes every kind of alternative name so it cannot look like two")
    func alternativeNames() throws {
        func context(_ number: UInt8, _ bytes: [UInt8]) -> DERValue {
            .primitive(.context(number, isConstructed: false), bytes)
        }
        let names: [(DERValue, String)] = [
            (context(2, Array("a.example, DNS:b".utf8)), "DNS:a.example\\2c\\20DNS:b"),
            (context(2, Array("a\0.b".utf8)), "DNS:a\\00.b"), (context(1, Array("a@b\\".utf8)), "email:a@b\\5c"),
            (context(6, Array("https://a/ä".utf8)), "URI:https://a/\\c3\\a4"),
            (context(7, [10, 0, 0, 1]), "IP:10.0.0.1"), (context(7, [UInt8](repeating: 0, count: 16)), "IP:::"),
            (context(7, [0, 1] + [UInt8](repeating: 0, count: 13) + [1]), "IP:1::1"),
            (context(7, (0..<8).flatMap { [0, $0 == 3 ? 0 : 0xab] }), "IP:ab:ab:ab:0:ab:ab:ab:ab"),
            (context(8, [0x2a, 3]), "registered:1.2.3"),
            (.constructed(.context(4, isConstructed: true), [Self.oneName]), "directory:CN=a"),
            (
                .constructed(
                    .context(0, isConstructed: true),
                    [.objectIdentifier(ASN1ObjectIdentifier(1, 2, 3)), .explicit(0, .octetString([1, 2]))]),
                "other:1.2.3 (6 bytes)"
            ),
        ]
        for (name, expected) in names {
            let certificate = try X509Certificate(der: Self.der(extensions: [Self.addition(17, .sequence([name]))]))
            #expect(certificate.extensions.alternativeNames.map(\.description) == [expected])
        }
        for wrong in [context(7, [1, 2, 3]), context(9, []), .null] {
            #expect(throws: KeyError.self) {
                try X509Certificate(der: Self.der(extensions: [Self.addition(17, .sequence([wrong]))]))
            }
        }
    }

    @Test("rejects malformed or repeated extensions and differing signature algorithms")
    func refusesMalformed() throws {
        let usage = Self.addition(15, .primitive(.bitString, [7, 0x80]))
        #expect(try X509Certificate(der: Self.der(extensions: [usage])).extensions.keyUsage == [.digitalSignature])
        let nine = Self.addition(15, .primitive(.bitString, [7, 0, 0x80]))
        #expect(try X509Certificate(der: Self.der(extensions: [nine])).extensions.keyUsage == [.decipherOnly])
        let wrong: [[DERValue]] = [
            [], [usage, usage], [Self.addition(15, .primitive(.bitString, [8, 0]))],
            [Self.addition(15, .primitive(.bitString, []))], [Self.addition(15, .primitive(.bitString, [1]))],
            [Self.addition(17, .sequence([]))], [Self.addition(19, .sequence([.primitive(.boolean, [1])]))],
            [Self.addition(14, .null)], [Self.addition(37, .sequence([.null]))],
        ]
        for extensions in wrong {
            #expect(throws: KeyError.self) { try X509Certificate(der: Self.der(extensions: extensions)) }
        }
        let other = DERValue.sequence([.objectIdentifier(ASN1ObjectIdentifier(1, 3, 101, 113))])
        #expect(throws: KeyError.self) { try X509Certificate(der: Self.der(inner: other)) }
    }

    @Test("a truncated or modified certificate never traps, and a modified one never verifies")
    func survivesDamage() throws {
        let whole = try Self.der(extensions: [
            Self.addition(17, .sequence([.primitive(.context(2, isConstructed: false), Array("a.b".utf8))])),
            Self.addition(19, .sequence([.primitive(.boolean, [0xff]), .integer(3)])),
        ])
        #expect(try X509Certificate(der: whole).isSelfSigned == true)
        for index in whole.indices {
            #expect(throws: KeyError.self) { try X509Certificate(der: whole[..<index]) }
            for mask in [0x01, 0x20, 0x80, 0xff] as [UInt8] {
                var changed = whole
                changed[index] ^= mask
                let read = try? X509Certificate(der: changed)
                #expect(read?.isSelfSigned != true, "byte \(index)")
                _ = read?.subject.description
                _ = try? AnyKey(changed)
            }
        }
        #expect(throws: KeyError.self) { try X509Certificate(der: whole + [0]) }
        #expect(throws: KeyError.self) { try X509Certificate(trustedDER: whole + [0]) }
    }

    @Test("hostile certificates of 1 MiB are cheap to read")
    func boundsCost() throws {
        let long = Self.name(
            (0..<70_000).map { Self.text(.utf8String, [UInt8(0x20 + $0 % 0x5f)]) })
        let escaped = Self.name([Self.text(.utf8String, [UInt8](repeating: 0, count: 1 << 19))])
        let names = DERValue.sequence(
            [DERValue](repeating: .primitive(.context(2, isConstructed: false), [0]), count: 300_000))
        let many = (0..<60_000).map { number in
            DERValue.sequence([
                .objectIdentifier(ASN1ObjectIdentifier(1, 2, 3, number)), .octetString([UInt8]()),
            ])
        }
        for der in [
            try Self.der(subject: long), try Self.der(subject: escaped),
            try Self.der(extensions: [Self.addition(17, names)]), try Self.der(extensions: many),
        ] {
            let start = ThreadClock.seconds
            let certificate = try X509Certificate(der: der)
            #expect(certificate.subject.description.utf8.count > 1)
            #expect(certificate.extensions.alternativeNames.map(\.description).joined().utf8.count >= 0)
            // Debug builds take about ten times longer.
            #expect(ThreadClock.seconds - start < 20)
        }
    }
}
