internal import ArcaCore
internal import ArcaDetect

/// Inspects data of one kind.
///
/// To add a kind, implement this protocol in a new file and add the type to ``Inspector/all``.
protocol InspectingKind: Sendable {
    /// Inspects data; returns nil if it is not of this kind. `inner` inspects nested data, one level deeper.
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection?
}

/// Identifies data and reports its format, cipher, key derivation, recipients and sizes.
///
/// ```swift
/// let inspection = Inspector.inspect(InspectedData(bytes, byteCount: bytes.count))
/// inspection.identifier            // "age"
/// inspection.derivations.first     // scrypt, N = 2^18, r = 8, p = 1: strong
/// ```
///
/// It needs no secret. Sizes and costs stated in the data are reported but never acted upon.
public enum Inspector {
    static let maximumDepth = 6

    /// The kinds, most distinctive first.
    static let all: [any InspectingKind.Type] = [
        AgeInspector.self, OpenSSLInspector.self, AESCryptInspector.self, KDBXInspector.self, SQLiteInspector.self,
        SignatureInspector.self, SSHKeyInspector.self, PEMInspector.self, ArmoredOpenPGPInspector.self,
        ImageInspector.self, SaltedImageInspector.self, OTPAuthInspector.self, JWKInspector.self, MailInspector.self,
        CompressedInspector.self, PHCInspector.self, JOSEInspector.self, SystemdCredentialInspector.self,
        CMSInspector.self, DERInspector.self, RNCryptorInspector.self, OpenPGPInspector.self, BaseNInspector.self,
    ]

    /// Inspects data.
    ///
    /// - Returns: The facts found; unrecognized data is reported as unknown.
    public static func inspect(_ data: InspectedData) -> Inspection {
        guard let mark = TextMark(data.bytes.span) else { return inspect(data, depth: 0) }
        let text = data.bytes.unmarkedText
        var found = inspect(InspectedData(text, byteCount: data.isWhole ? text.count : nil), depth: 0)
        found.note("it is \(mark.name)")
        return found
    }

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

    private static func other(_ data: InspectedData) -> Inspection {
        let recognition = data.bytes.withBytes { span in TextKinds.kind(of: span, Plausibility(span: span)) }
        var inspection = Inspection(recognition)
        if let string = ShortStringNote(data) { inspection.note(string.text) }
        if recognition == .unrecognized {
            inspection.note("it may be encrypted in a form without a header: C2SP chunked encryption, raw ciphertext")
            inspection.note("with the key of another program, 'arca cipher find' finds how it was encrypted")
            if let count = data.byteCount, count >= 72, (count - 56) % 16400 >= 16 {
                inspection.note(
                    "its length fits C2SP chunked encryption of \((count - 56) / 16400 * 16384 + (count - 56) % 16400 - 16) "
                        + "bytes, as many lengths do")
            }
        }
        return inspection
    }
}
