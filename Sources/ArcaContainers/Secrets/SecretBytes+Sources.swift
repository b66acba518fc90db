internal import ArcaCore
public import ArcaCrypto
public import ArcaSystem

/// Where secrets come from: none of these leaves a copy of one in ordinary memory, as a `String` of it would.
extension SecretBytes {
    /// Reads a secret from a file.
    ///
    /// ```swift
    /// let passphrase = try SecretBytes(contentsOf: "/run/secrets/db").withoutLineEnd
    /// ```
    ///
    /// - Parameters:
    ///   - path: The file, or a pipe.
    ///   - limit: Maximum length in bytes, at most 16 MiB; a longer secret comes from the wrong file.
    /// - Throws: `SystemError` for a file that cannot be read, `.limitExceeded` for one that is longer.
    public init(contentsOf path: BytePath, limit: Int = 1 << 20) throws {
        try self.init(reading: FileReader(path), limit: limit)
    }

    /// Reads a secret from a file, pipe or descriptor to its end.
    ///
    /// - Parameters:
    ///   - reader: What to read.
    ///   - limit: Maximum length in bytes, at most 16 MiB: that much memory is locked while it is read.
    /// - Throws: `SystemError` as reading does, `.limitExceeded` for more bytes.
    public init(reading reader: consuming FileReader, limit: Int = 1 << 20) throws {
        var reader = reader
        let limit = min(max(limit, 0), 16 << 20)
        let secret = try SecretBytes(byteCount: limit + 1) { output in
            while !output.isFull {
                let before = output.count
                try reader.read(into: &output)
                if output.count == before { return }
            }
        }
        guard secret.count <= limit else {
            throw SystemError(.limitExceeded, "\(reader.name) is longer than the maximum of \(limit) bytes")
        }
        // Exactly as long as the secret, so that the large block is erased and freed now.
        self = SecretBytes(copying: secret)
    }

    /// Takes a secret out of an environment variable: the variable is overwritten and removed, so that no child process
    /// inherits it, and `/proc` no longer shows it.
    ///
    /// It is nil if the variable is not set. Call it early, while the program has one thread: the C library's environment
    /// has no lock.
    ///
    /// - Parameter name: The variable.
    public init?(takingVariable name: String) {
        guard let secret = Environment.take(Array(name.utf8), { SecretBytes(copying: $0) }) else { return nil }
        self = secret
    }

    /// Asks for a secret on the terminal of the process, without echo.
    ///
    /// The terminal's echo is back on when it returns, and also when a signal ends or stops the process meanwhile.
    ///
    /// - Parameter prompt: What is shown before, such as `Passphrase: `.
    /// - Throws: `SystemError` `.noTerminal` if there is no terminal, `.interrupted` when the input ends without a line,
    ///   `.limitExceeded` for more than 4,095 bytes.
    public init(askingOnTerminal prompt: String) throws {
        try self.init(byteCount: Terminal.largestLine) { output in
            try Terminal.readSecret(prompt: prompt, into: &output)
        }
    }

    /// The secret without one line end behind it, as editors and `echo` leave it: LF or CR LF.
    public var withoutLineEnd: SecretBytes {
        withBytes { bytes in
            var count = bytes.count
            if count > 0, bytes[count - 1] == 0x0a {
                count -= 1
                if count > 0, bytes[count - 1] == 0x0d { count -= 1 }
            }
            return count == bytes.count ? self : SecretBytes(copying: bytes.extracting(..<count))
        }
    }
}
