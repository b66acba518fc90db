internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

/// The keys of several files as one table, with the private key of each certificate.
struct KeyTable {
    private struct Row {
        let file: BytePath
        /// Nil for a locked file.
        let entry: KeyShowCommand.Entry?
        /// `SubjectPublicKeyInfo`, to match both halves; nil if unknown.
        let publicKey: [UInt8]?

        var isPrivate: Bool {
            guard let key = entry?.key else { return false }
            if case .privateKey = key.content { return true }
            return key.isLocked
        }
    }

    private var rows: [Row] = []
    private var lockedCount = 0
    private let failures = FirstFailure()

    /// Reads all files, reporting errors; files of a folder that are not keys are skipped.
    init(_ paths: [BytePath], _ input: KeyInputOptions, in context: CommandContext) throws {
        var session = KeyLint.Session()
        for path in paths {
            // Standard input, a key of the vault, or a missing file, which the reader names.
            if try path.isDash || FileInfo.ifPresent(path) == nil {
                try read(path, isNamed: true, input, &session, in: context)
                continue
            }
            for found in FolderWalker(path) {
                switch found {
                case .success(let entry) where entry.info.kind == .folder: continue
                case .success(let entry) where entry.depth > 0 && entry.info.kind != .regular: continue
                case .success(let entry):
                    try read(entry.path, isNamed: entry.depth == 0, input, &session, in: context)
                case .failure(let error): failures.note(ExitStatus.reporting(error, in: context))
                }
            }
        }
    }

    private mutating func read(
        _ path: BytePath, isNamed: Bool, _ input: KeyInputOptions, _ session: inout KeyLint.Session,
        in context: CommandContext
    ) throws {
        do {
            // Larger files are not keys.
            if !isNamed, try FileReader(path).byteCount ?? 0 > 1 << 20 { return }
            for key in try input.keys(in: path, opensOpenSSH: false, asks: false, in: context) {
                let entry = KeyShowCommand.Entry(key, &session, verifies: rows.count < KeyShowCommand.verifiedCount)
                let publicKey = try KeyShowCommand.publicKey(key.content)
                rows.append(Row(file: path, entry: entry, publicKey: publicKey.flatMap { try? SPKI.encode($0) }))
            }
        } catch let error as KeyError where error.code == .passphraseNeeded {
            rows.append(Row(file: path, entry: nil, publicKey: nil))
            lockedCount += 1
        } catch let error as KeyError where error.code == .notAKey && !isNamed {
            return
        } catch {
            failures.note(ExitStatus.reporting(error, in: context))
        }
    }

    /// The files with the private key of a row's public key, without duplicates.
    private func privateKeys(of row: Row) -> [String] {
        guard let publicKey = row.publicKey, !row.isPrivate else { return [] }
        var seen: Set<BytePath> = []
        return rows.filter { $0.isPrivate && $0.publicKey == publicKey && seen.insert($0.file).inserted }
            .map(\.file.description)
    }

    func print(in context: CommandContext) throws {
        if context.wantsJSON {
            try JSONReport.print([("keys", .array(try rows.map { .object(try object($0)) }))])
        } else {
            var table = Table(.name, .text, .text, .text, .text)
            if Table.isAligned, !rows.isEmpty { table.add("FILE", "SUBJECT", "NAMES", "DAYS LEFT", "PRIVATE KEY") }
            for row in rows { table.add(cells(row)) }
            try table.print()
        }
        if lockedCount > 0 {
            Messages.note("\(Count.text(lockedCount, "file")) encrypted")
            Messages.hint("give --passphrase-from to read encrypted files")
        }
        if rows.contains(where: { $0.entry?.warning?.kind == .offCurve }) { throw ExitStatus.malformed }
        if let status = failures.status { throw status }
    }

    private static let shownNameCount = 4

    private func cells(_ row: Row) -> [String] {
        let file = row.file.inputName
        guard let key = row.entry?.key else { return [file, "locked", "", "", ""] }
        let extensions = key.certificate?.extensions ?? key.request?.extensions
        let names = (extensions?.alternativeNames ?? []).map { name in
            if case .dns(let host) = name { host } else { name.description }
        }
        let more = names.count - Self.shownNameCount
        let shown = names.prefix(Self.shownNameCount).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        let matches = privateKeys(of: row)
        let match =
            matches.isEmpty && (key.certificate != nil || key.request != nil) ? "-" : matches.joined(separator: ", ")
        guard let certificate = key.certificate else {
            let request = key.request.map { "request of \($0.subject.commonName ?? $0.subject.description)" }
            return [file, request ?? key.title, shown.isEmpty ? key.comment ?? "" : shown, "", match]
        }
        let subject = certificate.subject.commonName ?? certificate.subject.description
        return [file, subject, shown, Self.daysLeft(certificate), match]
    }

    /// The whole days until a certificate expires: `89`; in words outside of its validity.
    private static func daysLeft(_ certificate: X509Certificate) -> String {
        let now = DateText.now
        guard certificate.order(ofTime: now) == 0 else { return certificate.validity(at: now) }
        return "\((certificate.notAfter.seconds - now) / 86_400)"
    }

    private func object(_ row: Row) throws -> JSONObject {
        var object = JSONObject()
        object["file"] = .string(row.file.description)
        guard let entry = row.entry else {
            object["kind"] = "locked"
            (object["bits"], object["comment"]) = (.null, .null)
            (object["form"], object["encryption"]) = ("unknown", "unknown")
            return object
        }
        object = try KeyShowCommand.object(entry, in: object)
        if let certificate = entry.key.certificate {
            object["daysLeft"] = .integer((certificate.notAfter.seconds - DateText.now) / 86_400)
        }
        if !row.isPrivate { object["privateKeys"] = .array(privateKeys(of: row).map { .string($0) }) }
        return object
    }
}
