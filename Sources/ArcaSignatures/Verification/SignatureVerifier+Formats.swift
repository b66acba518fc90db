internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

extension SignatureVerifier {
    func verify(_ signature: SSHSignature, _ message: SignedMessage) throws(SignatureError) -> SignatureVerdict {
        let key = SignerKey.ssh(signature.key)
        var verdict = SignatureVerdict(.bad, Self.misfit, format: .ssh)
        verdict.key = SignatureVerdict.Key(key, isCertified: signature.certificate != nil)
        verdict.namespace = String(printable: signature.namespace.utf8)
        verdict.hash = signature.hash.name
        verdict.isTouched = signature.device?.isTouched
        guard try signature.isValid(for: message) else { return verdict }
        verdict.isIntact = true
        // Compares bytes, because Swift considers canonically equivalent strings equal.
        guard Array(signature.namespace.utf8) == Array(namespace.utf8) else {
            return verdict.with(
                .namespace,
                "made for the namespace \(verdict.namespace ?? ""), not for \(String(printable: namespace.utf8))")
        }
        if requiresTouch, let device = signature.device, !device.isTouched {
            return verdict.with(.unsupported, "signed by a security key that was not touched")
        }
        if let certificate = signature.certificate { return trust(certificate, verdict) }
        return trust(key, verdict)
    }

    func verify(_ signature: MinisignSignature, _ message: SignedMessage) throws(SignatureError) -> SignatureVerdict {
        var verdict = numbered(signature.keyID, signature.untrustedComment, .minisign)
        verdict.hash = signature.isPrehashed ? HashFunction.blake2b.name : nil
        verdict.isLegacy = !signature.isPrehashed
        guard allowsLegacy || signature.isPrehashed else {
            return verdict.with(.unsupported, "a legacy signature, over the file itself and not its hash")
        }
        let candidates = numberedKeys(signature.keyNumber)
        guard let first = candidates.first else { return stranger(verdict, "key \(signature.keyID)") }
        verdict.key = SignatureVerdict.Key(.numbered(first))
        guard !signature.isAmbiguous(message) else {
            return verdict.with(
                .bad, "a legacy signature of 64 bytes, which may be the digest of another file that was signed")
        }
        for key in candidates where try signature.isValid(for: message, key: key) {
            verdict.isIntact = true
            verdict.comment = signature.shownTrustedComment
            verdict.time = signature.timestamp
            verdict.fileName = signature.fileName.map { String(printable: $0.utf8) }
            return trust(.numbered(key), verdict)
        }
        return verdict.with(.bad, try misfit(signature, message, first))
    }

    private func misfit(
        _ signature: MinisignSignature, _ message: SignedMessage, _ key: NumberedPublicKey
    ) throws(SignatureError) -> String {
        let content = try message.content()
        return key.key.isValidSignature(signature.signature, for: content)
            ? "the trusted comment does not match its signature: it was changed" : Self.misfit
    }

    func verify(_ signature: SignifySignature, _ message: SignedMessage) throws(SignatureError) -> SignatureVerdict {
        var verdict = numbered(signature.keyID, signature.untrustedComment, .signify)
        let found = numberedKeys(signature.keyNumber)
        guard let first = found.first else { return stranger(verdict, "key \(signature.keyID)") }
        verdict.key = SignatureVerdict.Key(.numbered(first))
        // A minisign key also signs digests and comments, and signify would accept these as files.
        let candidates = found.filter { $0.origin == .signify }
        guard !candidates.isEmpty else {
            return verdict.with(
                .unsupported,
                "a signify signature, by a key that is not known to be signify's: give its file, or 'signify RWQ…'")
        }
        for key in candidates where try signature.isValid(for: message, key: key) {
            verdict.isIntact = true
            return trust(.numbered(key), verdict)
        }
        return verdict.with(.bad, Self.misfit)
    }

    func verify(_ signature: DetachedSignature, _ message: SignedMessage) throws(SignatureError) -> SignatureVerdict {
        var verdict = SignatureVerdict(.bad, Self.misfit, format: .arca)
        verdict.hash = signature.padding.hash.name
        verdict.isLegacy = signature.version == .v1
        let keyID = Base16.standard.encode(signature.keyID)
        verdict.key = SignatureVerdict.Key(type: "RSA", fingerprint: nil, id: keyID, openSSHWord: nil, line: nil)
        let candidate = candidates.first { key in
            key.rsa.flatMap { try? KeyFingerprint(AnyPublicKey($0)).spki } == signature.keyID
        }
        guard let candidate, let key = candidate.rsa else { return stranger(verdict, "RSA key \(keyID)") }
        verdict.key = SignatureVerdict.Key(candidate)
        guard allowsVersion1 || signature.version != .v1 else {
            return verdict.with(
                .unsupported, "a signature of version 1, which may have been made for another purpose, as for a token")
        }
        // PKCS #1 v1.5 signatures have the same form in SSH, tokens and certificates, where they serve other purposes.
        guard signature.padding.pssParameters != nil else {
            return verdict.with(
                .unsupported, "a PKCS #1 v1.5 signature does not say what it was made for; those with PSS are accepted")
        }
        guard !key.isShort else {
            return verdict.with(.unsupported, "an RSA key of \(key.bitCount) bits; 2,048 or more are accepted")
        }
        let digest = try message.content()
        guard try SignatureError.wrap({ try signature.isValid(forDigest: digest, using: key, allowingVersion1: true) })
        else { return verdict }
        verdict.isIntact = true
        return trust(candidate, verdict)
    }

    // MARK: Trust

    static let misfit = "the signature does not match: the message was changed, or the signature belongs to another one"

    private func revocation(_ key: SignerKey, _ verdict: SignatureVerdict) -> SignatureVerdict? {
        for list in revoked {
            guard let line = list.line(revoking: key) else { continue }
            var verdict = verdict
            verdict.trustedBy = SignatureVerdict.Source(name: list.name, line: line)
            return verdict.with(.revoked, "signed by \(key.fingerprint), which \(list.name) line \(line) revokes")
        }
        return nil
    }

    /// The verdict for a key in ``SignatureVerifier/keys``, or nil for any other key.
    private func direct(_ key: SignerKey, _ verdict: SignatureVerdict) -> SignatureVerdict? {
        guard signer == nil, let trusted = keys.first(where: { $0.key.isSameKey(as: key) }) else { return nil }
        var verdict = verdict
        verdict.trustedBy = SignatureVerdict.Source(name: trusted.name, line: nil)
        return verdict.with(.good)
    }

    private func trust(_ certificate: SSHCertificate, _ verdict: SignatureVerdict) -> SignatureVerdict {
        for key in [certificate.key, certificate.authority] {
            if let verdict = revocation(.ssh(key), verdict) { return verdict }
        }
        if let verdict = direct(.ssh(certificate.key), verdict) { return verdict }
        guard !certificate.hasCriticalOptions else {
            return verdict.with(.unsupported, "signed with a certificate that has critical options")
        }
        var refusal: (rank: Int, verdict: SignatureVerdict)?
        for list in signers {
            let (answer, names) = list.find(certificate, principal: signer, namespace: namespace, time: time)
            var (rank, verdict): (Int, SignatureVerdict) = judge(answer, list, verdict)
            if verdict.isGood {
                if signer == nil { verdict.signer = String(printable: names.joined(separator: ",").utf8) }
                return verdict
            }
            if rank > refusal?.rank ?? 0 { refusal = (rank, verdict) }
        }
        return refusal?.verdict
            ?? verdict.with(
                .unknownSigner,
                "signed with a certificate by \(certificate.authority.fingerprint), which no list names as an authority"
            )
    }

    private func trust(_ key: SignerKey, _ verdict: SignatureVerdict) -> SignatureVerdict {
        if let verdict = revocation(key, verdict) ?? direct(key, verdict) { return verdict }
        var refusal: (rank: Int, verdict: SignatureVerdict)?
        for list in signers {
            let (rank, verdict) = judge(
                list.find(key, principal: signer, namespace: namespace, time: time), list, verdict)
            if verdict.isGood { return verdict }
            if rank > refusal?.rank ?? 0 { refusal = (rank, verdict) }
        }
        return refusal?.verdict ?? stranger(verdict, key.fingerprint)
    }

    /// The verdict for a list's answer; the highest rank is the most specific rejection.
    private func judge(
        _ answer: AllowedSigners.Answer, _ list: AllowedSigners, _ verdict: SignatureVerdict
    ) -> (rank: Int, verdict: SignatureVerdict) {
        func decided(
            _ rank: Int, _ line: AllowedSigners.Line, outcome: SignatureVerdict.Outcome, reason: String = ""
        ) -> (Int, SignatureVerdict) {
            var verdict = verdict
            verdict.trustedBy = SignatureVerdict.Source(name: list.name, line: line.number)
            (verdict.validAfter, verdict.validBefore) = (line.validAfter, line.validBefore)
            let place = outcome == .good ? "" : "; \(list.name) line \(line.number)"
            let name = signer ?? line.principals
            if outcome != .unknownSigner { verdict.signer = String(printable: name.utf8) }
            return (rank, verdict.with(outcome, reason + place))
        }
        let who = verdict.key?.fingerprint ?? "this key"
        switch answer {
        case .listed(let line): return decided(9, line, outcome: .good)
        case .expired(let line): return decided(4, line, outcome: .expired, reason: "the time of \(who) is over")
        case .notYetValid(let line):
            return decided(4, line, outcome: .notYetValid, reason: "the time of \(who) has not come")
        case .otherNamespace(let line):
            return decided(
                3, line, outcome: .namespace,
                reason: "\(who) is not listed for the namespace \(String(printable: namespace.utf8))")
        case .otherPrincipal(let line):
            return decided(
                2, line, outcome: .unknownSigner,
                reason: "\(who) is not listed for \(String(printable: (signer ?? "").utf8))")
        case .authority(let line):
            return decided(1, line, outcome: .unknownSigner, reason: "\(who) is listed for certificates alone")
        case .unlisted: return (0, stranger(verdict, who))
        }
    }

    private func stranger(_ verdict: SignatureVerdict, _ who: String) -> SignatureVerdict {
        if signer == nil, signers.isEmpty, !keys.isEmpty {
            let trusted = keys.map { $0.key.keyID ?? $0.key.fingerprint }.joined(separator: ", ")
            return verdict.with(.wrongKey, "signed by \(who), not by \(trusted)")
        }
        let lists = signers.map { $0.name }.joined(separator: ", ")
        return verdict.with(
            .unknownSigner,
            lists.isEmpty
                ? "signed by \(who), which is not trusted" : "signed by \(who), which \(lists) does not list")
    }

    // MARK: Keys

    private var candidates: [SignerKey] { keys.map { $0.key } + signers.flatMap { $0.lines.map { $0.key } } }

    /// The trusted keys with a key ID, once for each program they may belong to.
    private func numberedKeys(_ number: [UInt8]) -> [NumberedPublicKey] {
        candidates.compactMap { key in
            guard case .numbered(let key) = key, key.number == number else { return nil }
            return key
        }
    }

    private func numbered(_ keyID: String, _ comment: String, _ format: SignatureFormat) -> SignatureVerdict {
        var verdict = SignatureVerdict(.bad, Self.misfit, format: format)
        verdict.key = SignatureVerdict.Key(type: "Ed25519", fingerprint: nil, id: keyID, openSSHWord: nil, line: nil)
        verdict.untrustedComment = String(printable: comment.utf8)
        return verdict
    }
}

extension SignerKey {
    /// Whether two keys are equal; the same key in another form (numbered, restricted) counts as different.
    func isSameKey(as other: SignerKey) -> Bool {
        switch (self, other) {
        case (.ssh(let left), .ssh(let right)): left == right
        case (.numbered(let left), .numbered(let right)): left == right
        case (.restrictedRSA(let left), .restrictedRSA(let right)): left == right
        default: false
        }
    }
}
