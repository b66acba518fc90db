internal import ArcaCore
internal import ArcaSignatures
internal import ArcaSystem

struct VerificationReport {
    struct Result {
        let file: BytePath
        let signature: BytePath
        let verdict: SignatureVerdict
        let hasTrust: Bool
    }

    enum Listed: String { case ok = "OK", failed = "FAILED", unreadable, ignored, unsafe }

    private let isQuiet: Bool
    private let context: CommandContext
    private var results: [JSONValue] = []
    private var listed: [JSONValue] = []
    private var checkedCount = 0
    private var isList = false
    private var status: ExitStatus?

    init(isQuiet: Bool, in context: CommandContext) {
        self.isQuiet = isQuiet
        self.context = context
    }

    /// Adds a file; an error of `verify` fails only this file.
    mutating func add(_ file: BytePath, _ verify: () throws -> Result) throws {
        do {
            let result = try verify()
            if context.wantsJSON { results.append(json(result)) } else { try print(result) }
            note(Self.status(of: result))
        } catch let error where !(error is UsageError) {
            let failure = ExitStatus.reporting(error, in: context)
            if failure == .brokenPipe { throw error }
            note(failure)
            guard context.wantsJSON else { return }
            var object = JSONObject()
            object["file"] = .string(file.description)
            object["verdict"] = .null
            object["reason"] = .string(ExitStatus.text(of: error))
            results.append(.object(object))
        }
    }

    mutating func add(listed entry: ChecksumList.Entry, _ outcome: Listed) {
        isList = true
        switch outcome {
        case .ok: checkedCount += 1
        // A mismatch outranks an unreadable file.
        case .failed: status = .mismatch
        case .unreadable: note(.ioFailed)
        case .unsafe:
            Messages.error("\(entry.shownName): the name leads out of this folder, or it is not a regular file")
            Messages.hint("name the file behind the list to check it")
            note(.wrongUse)
        case .ignored: break
        }
        if context.wantsJSON {
            var object = JSONObject()
            object["file"] = .string(entry.shownName)
            object["result"] = .string(outcome.rawValue.lowercased())
            listed.append(.object(object))
        } else if outcome == .failed || (outcome == .ok && !isQuiet) {
            let word = outcome == .ok ? outcome.rawValue : Color.red.paint(outcome.rawValue, on: 1)
            Messages.write("\(entry.shownName): \(word)\n", to: 1)
        }
    }

    mutating func finish() throws {
        if isList, checkedCount == 0, status == nil {
            Messages.error("no file of the list was checked")
            note(.mismatch)
        }
        if context.wantsJSON {
            var members: [(String, JSONValue)] = [("results", .array(results))]
            if isList { members.append(("files", .array(listed))) }
            try JSONReport.print(members)
        }
        if let status { throw status }
    }

    private mutating func note(_ failure: ExitStatus) {
        if failure != .success, status == nil { status = failure }
    }

    // MARK: Texts

    static func status(of result: Result) -> ExitStatus {
        if !result.hasTrust, result.verdict.outcome == .unknownSigner { return .wrongUse }
        return switch result.verdict.outcome {
        case .good: .success
        case .bad, .namespace: .mismatch
        case .wrongKey: .wrongKey
        case .malformed, .unsupported: .malformed
        case .unknownSigner, .expired, .notYetValid, .revoked: .notFound
        }
    }

    private func print(_ result: Result) throws {
        let (verdict, name) = (result.verdict, result.file.inputName)
        guard verdict.isGood else {
            if !result.hasTrust, verdict.outcome == .unknownSigner {
                Messages.error("\(name): no trusted key or list of signers")
                Messages.hint("give --key or --signers")
                if verdict.isIntact, let key = verdict.key?.line {
                    Messages.hint(
                        "the signature matches; if you trust the key, add this line to ~/.config/arca/signers:")
                    Messages.hint("NAME \(key)")
                } else if let id = verdict.key?.id {
                    Messages.hint("the signature says that it is by key \(id)")
                }
                return
            }
            Messages.error("\(name): \(verdict.reason)")
            if verdict.format == .arca, verdict.outcome == .unsupported {
                Messages.hint(
                    verdict.isLegacy ? "sign again, or give --allow-v1 to accept it" : "see 'arca rsa verify'")
            }
            let other = verdict.format?.foreignCommand(
                signature: Self.quoted(result.signature), file: Self.quoted(result.file))
            if let other { Messages.hint("run: \(other)") }
            if verdict.outcome == .unknownSigner, verdict.isIntact, let line = verdict.key?.line {
                Messages.hint("the signature matches; if you trust the key, add to the list: NAME \(line)")
            }
            return
        }
        if verdict.isLegacy, verdict.format == .arca {
            TrustOptions.warnVersion1(name)
        } else if verdict.isLegacy {
            Messages.warning("\(name): a legacy signature, over the file itself and not its hash")
        }
        if let signed = verdict.fileName, !result.file.isDash, signed != String(printable: result.file.name.bytes) {
            Messages.warning("\(name): the signed comment names another file, \(signed)")
        }
        guard !isQuiet else { return }
        var lines = "\(name): \(Self.text(verdict))\n"
        if let comment = verdict.comment, !comment.isEmpty { lines += "\(name): \(Self.shown(comment, verdict))\n" }
        try Messages.print(lines)
    }

    static func text(_ verdict: SignatureVerdict) -> String {
        let key = [verdict.key?.type, verdict.key?.fingerprint].compactMap(\.self).joined(separator: " ")
        let id = verdict.key?.id.map { ", key \($0)" } ?? ""
        let signer = verdict.signer.map { "\($0), " } ?? ""
        let source = verdict.trustedBy.map { source in
            ", trusted by \(String(printable: source.name.utf8))\(source.line.map { " line \($0)" } ?? "")"
        }
        return "good signature by \(signer)\(key)\(id)\(source ?? "")"
    }

    private static func quoted(_ path: BytePath) -> String {
        let isPlain = path.bytes.allSatisfy { byte in
            let letter = byte | 0x20
            return letter.isLowercase && byte >= 0x41 || (0x2d...0x39).contains(byte) || byte == .underscore
        }
        return isPlain ? path.description : path.description.shellQuoted
    }

    /// The signed comment, reformatted if it is minisign's default.
    private static func shown(_ comment: String, _ verdict: SignatureVerdict) -> String {
        guard let time = verdict.time, let file = verdict.fileName else { return "signed comment: \(comment)" }
        // Legacy signatures lack the trailing "hashed".
        let standard = String(printable: MinisignSignature.standardComment(time: time, fileName: file).utf8)
        guard [comment, comment + "\\thashed"].contains(standard) else { return "signed comment: \(comment)" }
        return "signed on \(DateText.text(time)) as \(file)"
    }

    private func json(_ result: Result) -> JSONValue {
        let verdict = result.verdict
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        var object = JSONObject()
        object["file"] = .string(result.file.description)
        object["signature"] = .string(result.signature.description)
        object["format"] = text(verdict.format?.rawValue)
        object["verdict"] = .string(verdict.outcome.rawValue)
        object["signer"] = text(verdict.signer)
        var key = JSONObject()
        key["type"] = text(verdict.key?.type)
        key["fingerprint"] = text(verdict.key?.fingerprint)
        key["id"] = text(verdict.key?.id)
        object["key"] = verdict.key == nil ? .null : .object(key)
        object["trustedBy"] = text(
            verdict.trustedBy.map { source in source.name + (source.line.map { " line \($0)" } ?? "") })
        object["namespace"] = text(verdict.namespace)
        object["hash"] = text(verdict.hash)
        object["time"] = verdict.time.map { .string(DateText.rfc3339($0)) } ?? .null
        object["comment"] = text(verdict.comment)
        object["legacy"] = .bool(verdict.isLegacy)
        object["reason"] = verdict.reason.isEmpty ? .null : .string(verdict.reason)
        return .object(object)
    }
}
