internal import ArcaCore
public import ArcaCrypto
public import ArcaSystem

/// Sources of secrets. None of them leaves a copy in ordinary memory, as a `String` would.
extension SecretBytes {
    /// Reads a secret from a file.
    ///
    /// ```swift
    /// let passphrase = try SecretBytes(contentsOf: "/run/secrets/db").withoutLineEnd
    /// ```
    ///
    /// - Parameters:
    ///   - path: A file or a pipe.
    ///   - limit: The maximum length in bytes, at most 16 MiB. A longer file is probably the wrong one.
    /// - Throws: `SystemError` if reading fails, `.limitExceeded` for a longer file.
    public init(contentsOf path: BytePath, limit: Int = 1 << 20) throws {
        try self.init(reading: FileReader(path), limit: limit)
    }

    /// Reads a secret from a file, pipe or descriptor until its end.
    ///
    /// - Parameters:
    ///   - reader: The source.
    ///   - limit: The maximum length in bytes, at most 16 MiB. That much memory is locked while reading.
    /// - Throws: `SystemError` if reading fails, `.limitExceeded` for more bytes.
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
        // A copy of the exact size allows the large block to be wiped and freed now.
        self = SecretBytes(copying: secret)
    }

    /// Takes a secret from an environment variable, which is overwritten and removed.
    ///
    /// Child processes do not inherit the variable, and `/proc` no longer shows it.
    ///
    /// The result is nil if the variable is not set. Call this early, while the process has a single thread: the C
    /// library does not lock the environment.
    public init?(takingVariable name: String) {
        guard let secret = Environment.take(Array(name.utf8), { SecretBytes(copying: $0) }) else { return nil }
        self = secret
    }

    /// Asks for a secret on the terminal of the process, without echo.
    ///
    /// Echo is restored on return, and also if a signal stops or ends the process.
    ///
    /// - Parameter prompt: The prompt to show, such as `Passphrase: `.
    /// - Throws: `SystemError` `.noTerminal` without a terminal, `.interrupted` on a signal or if the input ends
    ///   without a line, `.limitExceeded` for more than 4,095 bytes.
    public init(askingOnTerminal prompt: String) throws {
        try self.init(byteCount: Terminal.largestLine) { output in
            try Terminal.readSecret(prompt: prompt, into: &output)
        }
    }

    /// The secret without one trailing line end (LF or CR LF), which editors and `echo` add.
    public var withoutLineEnd: SecretBytes {
        withBytes { bytes in
            var count = bytes.count
            if count > 0, bytes[count - 1] == .newline {
                count -= 1
                if count > 0, bytes[count - 1] == .carriageReturn { count -= 1 }
            }
            return count == bytes.count ? self : SecretBytes(copying: bytes.extracting(..<count))
        }
    }
}
