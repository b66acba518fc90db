internal import ArcaCodecs

/// Something that tells what data of its kind say about themselves.
///
/// A new kind is a type of this, in a file of its own, and a line in ``Inspector/all``.
protocol InspectingKind: Sendable {
    /// Inspects data; nil when they are not of this kind.
    ///
    /// `inner` inspects what lies inside, one level deeper.
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection?
}

/// Names any data, and says what its bytes tell: format, cipher, key derivation and how strong it is, recipients, sizes.
///
/// ```swift
/// let inspection = Inspector.inspect(InspectedData(bytes, byteCount: bytes.count))
/// inspection.identifier            // "age"
/// inspection.derivations.first     // scrypt, N = 2^18, r = 8, p = 1: strong
/// ```
///
/// No secret is needed, and none is asked for; sizes and costs that data state are reported, never acted upon.
public enum Inspector {
    /// Levels of encodings that are looked through.
    static let maximumDepth = 6

    /// The kinds, those that are told by the most first.
    static let all: [any InspectingKind.Type] = [
        AgeInspector.self, OpenSSLInspector.self, AESCryptInspector.self, KDBXInspector.self, SQLiteInspector.self,
        SignatureInspector.self, SSHKeyInspector.self, PEMInspector.self, ArmoredOpenPGPInspector.self,
        ImageInspector.self, SaltedImageInspector.self, OTPAuthInspector.self, JWKInspector.self, MailInspector.self,
        CompressedInspector.self, PHCInspector.self, JOSEInspector.self, SystemdCredentialInspector.self,
        DERInspector.self, RNCryptorInspector.self, OpenPGPInspector.self, BaseNInspector.self,
    ]

    /// Inspects data.
    ///
    /// - Parameter data: The first bytes of a file.
    /// - Returns: What they say; of unknown data, that they are unknown.
    public static func inspect(_ data: InspectedData) -> Inspection { inspect(data, depth: 0) }

    private static func inspect(_ data: InspectedData, depth: Int) -> Inspection {
        for kind in all {
            let found = kind.inspect(data) { inner in
                var inner = inner
                inner.searches = data.searches
                return depth < maximumDepth ? inspect(inner, depth: depth + 1) : nil
            }
            if let found { return found }
        }
        return other(data)
    }

    /// What only has a name: a known kind, text, or nothing known.
    private static func other(_ data: InspectedData) -> Inspection {
        let recognition = data.bytes.withBytes { span in TextKinds.kind(of: span, Plausibility(span: span)) }
        var inspection = Inspection(recognition)
        if let string = ShortStringNote(data) { inspection.note(string.text) }
        if recognition == .binary {
            inspection.note("it may be encrypted in a form without a header: C2SP chunked encryption, raw ciphertext")
            if let count = data.byteCount, count >= 72, (count - 56) % 16400 >= 16 {
                inspection.note(
                    "its length fits C2SP chunked encryption of \((count - 56) / 16400 * 16384 + (count - 56) % 16400 - 16) "
                        + "bytes, as many lengths do")
            }
        }
        return inspection
    }
}
