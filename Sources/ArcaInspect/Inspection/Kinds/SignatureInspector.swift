internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSignatures
internal import ArcaSystem

/// OpenSSH, minisign, signify and Arca signatures, and minisign and signify keys.
enum SignatureInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        if let key = key(data.bytes) { return key }
        guard let format = SignatureFormat(detecting: data.bytes) else { return nil }
        // OpenPGP and CMS have their own inspectors.
        guard format.isVerified || format == .sigstore else { return nil }
        var inspection = Inspection("\(format.rawValue)-signature", "\(format.name) signature")
        inspection.note("nothing was verified: run 'arca verify' with a key or a list of signers")
        guard format.isVerified else {
            inspection.note("verified by: \(format.foreignCommand(signature: "FILE.json", file: "FILE") ?? "")")
            return inspection
        }
        do throws(SignatureError) {
            describe(try file(data.bytes, format), &inspection)
        } catch {
            inspection.note("it is malformed: \(error.message)")
        }
        return inspection
    }

    /// Parses a signature, including a signify signature with an embedded message.
    private static func file(_ bytes: [UInt8], _ format: SignatureFormat) throws(SignatureError) -> SignatureFile {
        do throws(SignatureError) {
            return try SignatureFile(bytes)
        } catch {
            guard format == .signify, let embedded = try? SignifySignature.embedded(in: bytes) else { throw error }
            return .signify(embedded.signature)
        }
    }

    private static func describe(_ file: SignatureFile, _ inspection: inout Inspection) {
        switch file {
        case .ssh(let signature):
            inspection.add("key", "\(signature.key.algorithmName) \(signature.key.fingerprint)")
            inspection.add("namespace", String(printable: signature.namespace.utf8))
            inspection.add("hash", signature.hash.name)
            if let device = signature.device { inspection.add("touched", device.isTouched) }
        case .minisign(let signature):
            inspection.add("key", signature.keyID)
            inspection.add("hash", signature.isPrehashed ? "BLAKE2b-512" : "none (legacy)")
            inspection.add("trusted comment", signature.shownTrustedComment)
            inspection.add("untrusted comment", String(printable: signature.untrustedComment.utf8))
        case .signify(let signature):
            inspection.add("key", signature.keyID)
            inspection.add("untrusted comment", signature.shownComment)
        case .arca(let signature):
            inspection.add("key", Base16.standard.encode(signature.keyID))
            inspection.add("padding", signature.padding.description)
            if signature.version == .v1 {
                inspection.note("version 1 does not say what it was made for: 'arca verify' accepts it with --allow-v1")
            }
        }
    }

    private static func key(_ bytes: [UInt8]) -> Inspection? {
        guard NumberedPublicKey.recognizes(bytes) else { return nil }
        if let key = try? NumberedPublicKey(bytes) {
            let program =
                key.origin == .signify ? "signify" : key.origin == .minisign ? "minisign" : "minisign or signify"
            var inspection = Inspection(
                "\(key.origin == .signify ? "signify" : "minisign")-key", "\(program) public key")
            inspection.add("key", key.keyID)
            inspection.add("fingerprint", key.fingerprint)
            return inspection
        }
        let secrets = [
            ("minisign", MinisignSecretKey.isEncrypted(bytes)), ("signify", SignifySecretKey.isEncrypted(bytes)),
        ]
        for case (let program, let isEncrypted?) in secrets {
            var inspection = Inspection("\(program)-secret-key", "\(program) secret key")
            inspection.add("encrypted", isEncrypted)
            return inspection
        }
        return nil
    }
}
