internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

/// ML-DSA keys in PKCS #8, SubjectPublicKeyInfo and JWK (RFC 9881, draft-ietf-cose-dilithium).
@Suite struct MLDSAKeyTests {
    private static let seed = (0..<32).map { UInt8($0) }

    private static func key(_ variant: MLDSAVariant, _ first: UInt8 = 0) throws -> AnyMLDSAPrivateKey {
        try AnyMLDSAPrivateKey(variant, seedRepresentation: SecretBytes(copying: [first] + seed.dropFirst()))
    }

    private static func algorithm(_ variant: MLDSAVariant) -> DERValue {
        let number = [MLDSAVariant.mldsa44: 17, .mldsa65: 18, .mldsa87: 19][variant] ?? 0
        return .sequence([.objectIdentifier(ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, number))])
    }

    private static func pkcs8(_ variant: MLDSAVariant, _ content: [UInt8]) -> [UInt8] {
        DERValue.sequence([.integer(0), algorithm(variant), .octetString(content)]).encoded()
    }

    private static func seedForm(_ seed: [UInt8]) -> [UInt8] {
        DERValue.primitive(.context(0, isConstructed: false), seed).encoded()
    }

    @Test("reads a seed, an expanded key, both, and the untagged forms", arguments: MLDSAVariant.allCases)
    func forms(variant: MLDSAVariant) throws {
        let key = try Self.key(variant)
        let expanded = [UInt8](bytes: try key.expandedRepresentation)
        let seedForm = Self.pkcs8(variant, Self.seedForm(Self.seed))
        let both = DERValue.sequence([.octetString(Self.seed), .octetString(expanded)]).encoded()
        for (content, hasSeed) in [
            (Self.seedForm(Self.seed), true), (DERValue.octetString(expanded).encoded(), false), (both, true),
            (Self.seed, true), (expanded, false),
        ] {
            let read = try PKCS8.privateKey(der: Self.pkcs8(variant, content)).mldsa()
            #expect(read == key && (read.seedRepresentation != nil) == hasSeed)
            // The seed is written if it is known.
            let written = [UInt8](bytes: try PKCS8.encode(.mldsa(read)))
            #expect(
                written == (hasSeed ? seedForm : Self.pkcs8(variant, DERValue.octetString(expanded).encoded())))
        }
    }

    @Test("rejects parts that do not match, wrong lengths, parameters and trailing bytes")
    func malformed() throws {
        let (key, other) = (try Self.key(.mldsa44), try Self.key(.mldsa44, 9))
        let expanded = [UInt8](bytes: try key.expandedRepresentation)
        let otherExpanded = [UInt8](bytes: try other.expandedRepresentation)
        func both(_ seed: [UInt8], _ expanded: [UInt8], _ more: [DERValue] = []) -> [UInt8] {
            DERValue.sequence([.octetString(seed), .octetString(expanded)] + more).encoded()
        }
        for (content, code) in [
            (both(Self.seed, otherExpanded), KeyError.Code.invalidKey),
            (both(Self.seed, expanded.dropLast() + [expanded[2559] ^ 1]), .invalidKey),
            (both(Self.seed, expanded, [.null]), .malformed), (both(Self.seed, []), .invalidKey),
            (Self.seedForm(Self.seed.dropLast()), .invalidKey), (Self.seedForm(Self.seed + [0]), .invalidKey),
            (Self.seedForm(Self.seed) + [0], .malformed), (DERValue.octetString(Self.seed).encoded(), .invalidKey),
            (DERValue.null.encoded(), .malformed), ([], .malformed), (Self.seed.dropLast(), .malformed),
        ] {
            let error = #expect(throws: KeyError.self) {
                try PKCS8.privateKey(der: Self.pkcs8(.mldsa44, content))
            }
            #expect(error?.code == code, "\(content.count) bytes: \(error.map { "\($0)" } ?? "")")
        }
        // The content is that of another parameter set.
        #expect(throws: KeyError.self) {
            try PKCS8.privateKey(der: Self.pkcs8(.mldsa65, DERValue.octetString(expanded).encoded()))
        }
        let withNull = DERValue.sequence([
            .objectIdentifier(ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 17)), .null,
        ])
        let spki = DERValue.sequence([withNull, .bitString(key.publicKey.rawRepresentation)]).encoded()
        #expect(throws: KeyError.self) { try SPKI.publicKey(der: spki) }
        let short = DERValue.sequence([
            Self.algorithm(.mldsa44), .bitString(Array(key.publicKey.rawRepresentation.dropLast())),
        ])
        #expect(throws: KeyError.self) { try SPKI.publicKey(der: short.encoded()) }
    }

    @Test("writes and reads public keys, PEM, encrypted files and fingerprints", arguments: MLDSAVariant.allCases)
    func files(variant: MLDSAVariant) throws {
        let key = try Self.key(variant)
        let spki = DERValue.sequence([Self.algorithm(variant), .bitString(key.publicKey.rawRepresentation)]).encoded()
        #expect(try SPKI.encode(.mldsa(key.publicKey)) == spki)
        #expect(try SPKI.publicKey(der: spki) == .mldsa(key.publicKey))
        let content = AnyKey.Content.privateKey(.mldsa(key))
        let passphrase = SecretBytes(copying: Array("correct horse".utf8))
        for (format, secret) in [(KeyFormat.pkcs8, nil), (.pkcs8, passphrase), (.spki, nil), (.jwk, nil)] {
            let file = try content.encoded(as: format, passphrase: secret, encryption: .pbkdf2(iterations: 2))
            let read = try AnyKey(file, passphrase: passphrase)
            #expect(try read.publicKey() == .mldsa(key.publicKey))
            if format != .spki { #expect(try read.privateKey() == .mldsa(key)) }
        }
        for format in [KeyFormat.pkcs1, .openssh] {
            #expect(throws: KeyError.code(.wrongKind)) { try content.encoded(as: format) }
        }
        let fingerprint = try KeyFingerprint(.mldsa(key.publicKey))
        #expect(fingerprint.spki == SHA256.hash(spki) && fingerprint.openSSH == nil && fingerprint.jwk != nil)
        #expect(AnyPublicKey.mldsa(key.publicKey).algorithmName == variant.name)
        #expect(throws: KeyError.code(.wrongKind)) { try AnyPrivateKey.mldsa(key).ed25519() }
        #expect(throws: KeyError.code(.wrongKind)) { try AnyPublicKey.mldsa(key.publicKey).rsa() }
        #expect(KeyLint.findings(content).isEmpty)
    }

    @Test("verifies the signature of a certificate", arguments: MLDSAVariant.allCases)
    func certificates(variant: MLDSAVariant) throws {
        let key = try Self.key(variant)
        let name = DERValue.sequence([
            .constructed(
                .set,
                [.sequence([.objectIdentifier(ASN1ObjectIdentifier(2, 5, 4, 3)), .primitive(.utf8String, [0x61])])])
        ])
        let day = DERValue.primitive(.utcTime, Array("261128000000Z".utf8))
        let spki = DERValue.sequence([Self.algorithm(variant), .bitString(key.publicKey.rawRepresentation)])
        let content = DERValue.sequence([
            .explicit(0, .integer(2)), .integer(1), Self.algorithm(variant), name, .sequence([day, day]), name, spki,
        ])
        for (message, isValid) in [(content.encoded(), true), ([1], false)] {
            let signature = try key.signature(for: message)
            let der = DERValue.sequence([content, Self.algorithm(variant), .bitString(signature)]).encoded()
            let certificate = try #require(AnyKey(der).certificate)
            #expect(certificate.signatureAlgorithm == variant.name && certificate.isSelfSigned == isValid)
        }
    }

    @Test("writes and reads AKP keys with their seed and algorithm, and computes their thumbprint")
    func jwk() throws {
        let key = try Self.key(.mldsa65)
        let (pub, priv) = (
            Base64.urlUnpadded.encode(key.publicKey.rawRepresentation), Base64.urlUnpadded.encode(Self.seed)
        )
        let text = "{\"kty\":\"AKP\",\"alg\":\"ML-DSA-65\",\"pub\":\"\(pub)\",\"priv\":\"\(priv)\"}"
        #expect(try [UInt8](bytes: JWK.encode(.privateKey(.mldsa(key)))) == Array(text.utf8))
        let read = try JSONWebKey.all(in: text.utf8)
        #expect(read.count == 1 && read[0].algorithm == "ML-DSA-65")
        guard case .privateKey(.mldsa(let found)) = read[0].content else { throw KeyError(.wrongKind, "no key") }
        #expect(found == key)
        // The members alg, kty and pub, sorted.
        let required = "{\"alg\":\"ML-DSA-65\",\"kty\":\"AKP\",\"pub\":\"\(pub)\"}"
        #expect(try JWK.thumbprint(.mldsa(key.publicKey)) == SHA256.hash(required.utf8))
        // The algorithm is a part of the key, whatever the metadata say.
        let named = JSONWebKey(.publicKey(.mldsa(key.publicKey)), id: "a", algorithm: "ML-DSA-44")
        #expect(
            try [UInt8](bytes: named.json())
                == Array("{\"kty\":\"AKP\",\"alg\":\"ML-DSA-65\",\"pub\":\"\(pub)\",\"kid\":\"a\"}".utf8))
        for (wrong, code) in [
            (text.replacing("ML-DSA-65", with: "ML-DSA-44"), KeyError.Code.invalidKey),
            (text.replacing("ML-DSA-65", with: "SLH-DSA-SHA2-128s"), .unsupported),
            (text.replacing("\"alg\":\"ML-DSA-65\",", with: ""), .malformed),
            (text.replacing("AAECAw", with: "AAECAg"), .invalidKey), (text.replacing(priv, with: "AAEC"), .invalidKey),
            (text.replacing(pub, with: pub + "AAAA"), .invalidKey),
        ] {
            let error = #expect(throws: KeyError.self) { try JWK.decode(wrong.utf8) }
            #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
        }
        let expanded = try AnyMLDSAPrivateKey(.mldsa65, expandedRepresentation: key.expandedRepresentation)
        #expect(throws: KeyError.code(.wrongKind)) { try JWK.encode(.privateKey(.mldsa(expanded))) }
    }
}
