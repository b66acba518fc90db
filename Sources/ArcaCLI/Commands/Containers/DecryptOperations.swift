internal import ArcaCompression
internal import ArcaContainers
internal import ArcaCore
internal import ArcaSystem

/// One use of a decrypted file.
protocol DecryptOperation {
    /// Decrypts a file; sets in the report whether the result is authenticated, and where it is.
    func run(_ decryption: Decryption, on input: consuming EncryptedInput, _ report: inout CryptReport) throws
}

/// `--verify-only`: discards the result.
struct VerifyOperation: DecryptOperation {
    func run(_ decryption: Decryption, on input: consuming EncryptedInput, _ report: inout CryptReport) throws {
        var counter = CountingWriter()
        report.isAuthenticated = try decryption.decrypt(input, into: &counter)
        (report.output, report.byteCount) = (nil, counter.byteCount)
    }
}

/// `--extract`: unpacks an archive into a folder.
struct ExtractOperation: DecryptOperation {
    let folder: BytePath
    let limits: InflateLimits

    func run(_ decryption: Decryption, on input: consuming EncryptedInput, _ report: inout CryptReport) throws {
        var archive = ArchiveInflater(TarReader(try FolderExtractor(folder)), limits: limits)
        report.isAuthenticated = try decryption.decrypt(input, into: &archive)
        let extractor = try archive.finish().finish()
        let skipped = extractor.skipped
        try extractor.commit()
        for path in skipped {
            Messages.warning("skipped \(path): it points outside the folder, or is not a file, folder or link")
        }
        report.skippedCount = skipped.count
    }
}

/// `--list`: prints the contents of an archive.
struct ListOperation: DecryptOperation {
    let output: OutputOptions
    let limits: InflateLimits
    let isJSON: Bool

    func run(_ decryption: Decryption, on input: consuming EncryptedInput, _ report: inout CryptReport) throws {
        let output = try output.openScreened(isSecret: true, inputs: input.identities)
        let isShown = output.isTerminal
        let listing = ArchiveListing(HoldingWriter(output), isAligned: isShown, isJSON: isJSON)
        var archive = ArchiveInflater(TarReader(listing), limits: limits)
        report.isAuthenticated = try decryption.decrypt(input, into: &archive, isShown: isShown)
        let read = try archive.finish().finish()
        let entries = read.objects
        try read.takeOutput().finish().commit()
        if isJSON { try JSONReport.print([("entries", .array(entries))]) }
    }
}

/// `--member`: writes one file of an archive.
struct MemberOperation: DecryptOperation {
    let member: BytePath
    let output: OutputOptions
    let limits: InflateLimits

    func run(_ decryption: Decryption, on input: consuming EncryptedInput, _ report: inout CryptReport) throws {
        let output = try output.openScreened(isSecret: true, inputs: input.identities)
        let isShown = output.isTerminal
        var archive = ArchiveInflater(TarReader(MemberWriter(member, into: HoldingWriter(output))), limits: limits)
        report.isAuthenticated = try decryption.decrypt(input, into: &archive, isShown: isShown)
        let read = try archive.finish().finish()
        guard read.isFound else {
            Messages.error("\(report.input): no file \(member) in the archive")
            Messages.hint("give --list to see what is in it")
            throw ExitStatus.notFound
        }
        try read.takeOutput().finish().commit()
    }
}

/// `--beside`: writes the file without its suffix, in the same folder.
struct BesideOperation: DecryptOperation {
    let path: BytePath
    let options: BesideOptions

    func run(_ decryption: Decryption, on input: consuming EncryptedInput, _ report: inout CryptReport) throws {
        var output = try options.open(path, isSecret: true, inputs: input.identities)
        report.isAuthenticated = try decryption.decrypt(input, into: &output)
        try output.commit()
        BesideOptions.tell(path)
        report.output = path
    }
}

/// `--output`: writes to a file, or to standard output.
struct OutputOperation: DecryptOperation {
    let output: OutputOptions

    /// A damaged file produces no output unless it is larger than the bytes held back.
    func run(_ decryption: Decryption, on input: consuming EncryptedInput, _ report: inout CryptReport) throws {
        var output = try output.openScreened(
            isSecret: true, inputs: input.identities, unpackHint: "--extract DIR to unpack it")
        if output.isAtomic {
            report.isAuthenticated = try decryption.decrypt(input, into: &output)
        } else {
            let isShown = output.isTerminal
            var holder = HoldingWriter(output)
            report.isAuthenticated = try decryption.decrypt(input, into: &holder, isShown: isShown)
            output = try holder.finish()
        }
        try output.commit()
    }
}
