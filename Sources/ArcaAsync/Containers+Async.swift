public import ArcaContainers
internal import ArcaCore

extension ContainerFormat {
    /// Encrypts bytes while they arrive.
    ///
    /// ```swift
    /// for try await chunk in format.seal(upload) { try await storage.append(chunk) }
    /// ```
    ///
    /// - Parameter plaintext: A source of byte collections, of any length.
    /// - Returns: The encrypted file, in pieces. It is complete only when the loop ends without an error.
    public func seal<Source: AsyncSequence>(_ plaintext: Source) -> ConvertedBytes<Source>
    where Source.Element: Collection<UInt8> {
        ConvertedBytes(plaintext) { input, output in try seal(&input, into: &output) }
    }

    /// Decrypts a file while it arrives.
    ///
    /// Of an authenticated format each piece was checked. What came out before an error is a beginning of the plaintext at
    /// most, and is to be thrown away.
    ///
    /// - Parameter file: A source of byte collections.
    /// - Returns: The plaintext, in pieces.
    public func open<Source: AsyncSequence>(_ file: Source) -> ConvertedBytes<Source>
    where Source.Element: Collection<UInt8> {
        ConvertedBytes(file) { input, output in try open(&input, into: &output) }
    }
}

extension Age {
    /// Encrypts bytes while they arrive.
    ///
    /// ```swift
    /// for try await chunk in Age.seal(upload, to: [recipient]) { try await storage.append(chunk) }
    /// ```
    ///
    /// - Parameters:
    ///   - plaintext: A source of byte collections, of any length.
    ///   - recipients: Who can open the file; a passphrase is the only one.
    ///   - isArmored: Whether the file is text.
    /// - Returns: The file, in pieces. It is complete only when the loop ends without an error.
    public static func seal<Source: AsyncSequence>(
        _ plaintext: Source, to recipients: [any Recipient], isArmored: Bool = false
    ) -> ConvertedBytes<Source> where Source.Element: Collection<UInt8> {
        Age(recipients: recipients, isArmored: isArmored).seal(plaintext)
    }

    /// Decrypts a file while it arrives; every piece that comes out was checked.
    ///
    /// - Parameters:
    ///   - file: A source of byte collections.
    ///   - identities: What is tried to open it, in this order.
    /// - Returns: The plaintext, in pieces.
    public static func open<Source: AsyncSequence>(
        _ file: Source, with identities: [any Identity]
    ) -> ConvertedBytes<Source> where Source.Element: Collection<UInt8> {
        Age(identities: identities).open(file)
    }
}
