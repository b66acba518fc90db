internal import ArcaContainers

/// The formats of encrypted files, as `--format` takes them.
enum FormatName: String, CaseIterable, ArgumentValue {
    case openssl

    /// The format of a file, told by its first bytes.
    init?(recognising prefix: [UInt8]) {
        guard OpenSSLEnc.recognises(prefix) else { return nil }
        self = .openssl
    }

    /// How many first bytes telling takes.
    static var recognitionByteCount: Int { OpenSSLEnc.recognitionByteCount }
}
