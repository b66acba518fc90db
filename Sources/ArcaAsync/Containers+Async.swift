public import ArcaContainers

extension ContainerFormat {
    /// Encrypts a stream of bytes.
    ///
    /// ```swift
    /// for try await chunk in format.seal(upload) { try await storage.append(chunk) }
    /// ```
    ///
    /// - Parameter plaintext: An async sequence of byte collections, of any total length.
    /// - Returns: The encrypted file, in pieces. It is complete only if the loop ends without an error.
    public func seal<Source: AsyncSequence>(_ plaintext: Source) -> ConvertedBytes<Source>
    where Source.Element: Collection<UInt8> {
        ConvertedBytes(plaintext) { input, output in try seal(&input, into: &output) }
    }

    /// Decrypts a stream of bytes.
    ///
    /// Authenticated formats verify each piece before releasing it. Output before an error is at most a prefix of the
    /// plaintext; discard it.
    public func open<Source: AsyncSequence>(_ file: Source) -> ConvertedBytes<Source>
    where Source.Element: Collection<UInt8> {
        ConvertedBytes(file) { input, output in try open(&input, into: &output) }
    }
}

extension Age {
    /// Encrypts a stream of bytes.
    ///
    /// ```swift
    /// for try await chunk in Age.seal(upload, to: [recipient]) { try await storage.append(chunk) }
    /// ```
    ///
    /// - Parameters:
    ///   - plaintext: An async sequence of byte collections, of any total length.
    ///   - recipients: The recipients of the file; a passphrase must be the only one.
    ///   - isArmored: Whether to write ASCII armor.
    /// - Returns: The file, in pieces. It is complete only if the loop ends without an error.
    public static func seal<Source: AsyncSequence>(
        _ plaintext: Source, to recipients: [any Recipient], isArmored: Bool = false
    ) -> ConvertedBytes<Source> where Source.Element: Collection<UInt8> {
        Age(recipients: recipients, isArmored: isArmored).seal(plaintext)
    }

    /// Decrypts a stream of bytes; each piece is verified before it is released.
    public static func open<Source: AsyncSequence>(
        _ file: Source, with identities: [any Identity]
    ) -> ConvertedBytes<Source> where Source.Element: Collection<UInt8> {
        Age(identities: identities).open(file)
    }
}
