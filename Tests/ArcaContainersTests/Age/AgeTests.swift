internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
import Testing

/// Whole files: they round-trip, and a modified file yields nothing.
@Suite struct AgeTests {
    static let sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000, 900_000]

    @Test("round-trips at every chunk count", arguments: sizes, [false, true])
    func roundTrip(byteCount: Int, isArmored: Bool) throws {
        let format = Age(
            recipients: [AgeFixtures.recipient], identities: [AgeFixtures.identity], isArmored: isArmored)
        let message = AgeFixtures.message(byteCount)
        let file = try format.seal(message)
        #expect(try format.open(file) == message)
        #expect(file.starts(with: "-----BEGIN AGE ENCRYPTED FILE-----\n".utf8) == isArmored)
        if !isArmored {
            let payload = file.count - (try AgeFixtures.headerByteCount(file)) - 16
            #expect(payload == byteCount + max(1, (byteCount + 65_535) / 65_536) * 16)
        }
    }

    @Test("never creates the same file twice")
    func isRandomized() throws {
        let files = try (0..<2).map { _ in try AgeFixtures.format.seal("x".utf8) }
        #expect(files[0] != files[1])
    }

    @Test("is opened by each of its recipients and by no one else")
    func severalRecipients() throws {
        let others = try (0..<3).map { _ in try Age.X25519Identity() }
        let file = try Age(recipients: others.map(\.recipient) + [AgeFixtures.recipient]).seal("x".utf8)
        for identity in others + [AgeFixtures.identity] {
            #expect(try Age(identities: [identity]).open(file) == Array("x".utf8))
        }
        let stranger = try Age.X25519Identity()
        let error = try #require(AgeFixtures.opened(file, Age(identities: [stranger])).error as? ContainerError)
        #expect(error == ContainerError.code(.wrongKey))
        #expect(error.reason == "no identity fits: the file is encrypted to 4 × X25519")
        // The order of identities does not matter, and those that do not match are not an error.
        #expect(try Age(identities: [stranger, others[1]]).open(file) == Array("x".utf8))
        #expect(AgeFixtures.opened(file, Age()).error as? ContainerError == ContainerError.code(.wrongKey))
    }

    @Test("refuses to encrypt without recipients, and to a passphrase with others")
    func refusesRecipients() throws {
        let passphrase = try AgeFixtures.passphrase()
        for recipients in [[], [passphrase, AgeFixtures.recipient], [passphrase, passphrase]] as [[any Age.Recipient]] {
            #expect(throws: ContainerError.code(.invalidOption)) { try Age(recipients: recipients).seal("x".utf8) }
        }
    }

    @Test("detects a file cut off anywhere, and returns at most a prefix")
    func truncation() throws {
        let message = AgeFixtures.message(200_000)
        let file = try AgeFixtures.format.seal(message)
        let start = try AgeFixtures.headerByteCount(file)
        let boundaries = (0...3).map { start + 16 + $0 * AgeFixtures.sealedByteCount }
        let places = boundaries.flatMap { [$0 - 17, $0 - 16, $0 - 1, $0, $0 + 1, $0 + 15, $0 + 16, $0 + 17] }
        for place in Array(0...start) + places where place < file.count {
            let (bytes, error) = AgeFixtures.opened(Array(file[..<place]))
            let code = try #require((error as? ContainerError)?.code, "cut at \(place)")
            #expect([.truncated, .tampered, .malformed].contains(code), "cut at \(place): \(code)")
            #expect(message.starts(with: bytes))
            if place > 0, (place <= boundaries[0] || boundaries.contains(place)) {
                #expect(code == .truncated, "cut at \(place)")
            }
        }
    }

    @Test("detects every flipped bit of header and nonce, and sampled bits of the payload")
    func flippedBits() throws {
        let message = AgeFixtures.message(140_000)
        let file = try AgeFixtures.format.seal(message)
        let start = try AgeFixtures.headerByteCount(file) + 16
        let places = Array(0..<start) + stride(from: start, to: file.count, by: 9_973) + [file.count - 1]
        for place in places {
            for bit in place < start ? Array(0..<8) : [place % 8] {
                var changed = file
                changed[place] ^= 1 << bit
                let (bytes, error) = AgeFixtures.opened(changed)
                #expect(error is ContainerError, "byte \(place), bit \(bit)")
                #expect(message.starts(with: bytes) && bytes.count < message.count)
                if place < start { #expect(bytes.isEmpty) }
            }
        }
    }

    @Test("detects chunks that are swapped, repeated, dropped or taken from another file, and trailing bytes")
    func movedChunks() throws {
        let file = try AgeFixtures.format.seal(AgeFixtures.message(200_000))
        let other = try AgeFixtures.format.seal(AgeFixtures.message(200_000))
        let start = try AgeFixtures.headerByteCount(file) + 16
        func chunk(_ index: Int, of file: [UInt8]) -> ArraySlice<UInt8> {
            file[(start + index * AgeFixtures.sealedByteCount)...].prefix(AgeFixtures.sealedByteCount)
        }
        let orders: [[Int]] = [
            [1, 0, 2, 3], [0, 0, 1, 2, 3], [0, 2, 3], [1, 2, 3], [0, 1, 3, 2], [0, 1, 2, 3, 3], [3],
        ]
        for order in orders {
            let changed = order.reduce(Array(file[..<start])) { $0 + chunk($1, of: file) }
            let (bytes, error) = AgeFixtures.opened(changed)
            #expect(error is ContainerError, "order \(order)")
            #expect(AgeFixtures.message(200_000).starts(with: bytes))
        }
        let mixed =
            Array(file[..<start]) + chunk(0, of: file) + chunk(1, of: other) + file[(chunk(2, of: file).startIndex)...]
        #expect((AgeFixtures.opened(mixed).error as? ContainerError)?.code == .tampered)
        for tail in [[0], [UInt8](repeating: 0, count: 16), [UInt8](repeating: 7, count: 70_000), file] {
            #expect((AgeFixtures.opened(file + tail).error as? ContainerError)?.code == .tampered)
        }
        // The last chunk is full, so trailing bytes are not part of it.
        let full = try AgeFixtures.format.seal(AgeFixtures.message(131_072))
        let error = try #require(AgeFixtures.opened(full + [0]).error as? ContainerError)
        #expect(error == ContainerError.code(.tampered, at: full.count))
    }

    @Test("detects a stanza that is removed, added, repeated or taken from another file")
    func editedHeader() throws {
        let second = try Age.X25519Identity()
        let file = try Age(recipients: [AgeFixtures.recipient, second.recipient]).seal("secret".utf8)
        let other = try Age(recipients: [AgeFixtures.recipient]).seal("other".utf8)
        let lines = String(decoding: file.prefix(try AgeFixtures.headerByteCount(file)), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let foreign = String(decoding: other, as: UTF8.self).split(separator: "\n").map(String.init)[1...2]
        let payload = file[(try AgeFixtures.headerByteCount(file))...]
        func made(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) + payload }
        #expect(try AgeFixtures.format.open(made(lines)) == Array("secret".utf8))
        let edits: [[String]] = [
            Array(lines[0...2]) + lines[5...], [lines[0]] + lines[3...4] + lines[1...2] + lines[5...],
            Array(lines[0...2]) + lines[1...], Array(lines[0...4]) + ["-> x", ""] + lines[5...],
        ]
        for edit in edits {
            let error = AgeFixtures.opened(made(edit)).error as? ContainerError
            #expect(error?.code == .tampered, "\(edit)")
        }
        // The key of the other file matches nothing here.
        let swapped = AgeFixtures.opened(made([lines[0]] + foreign + lines[3...])).error as? ContainerError
        #expect(swapped?.code == .tampered)
    }

    @Test("recognizes its files, armored or not")
    func recognizes() {
        func isAge(_ text: String) -> Bool { Age.recognizes(FileBeginning(text.utf8, isWhole: true)) }
        #expect(isAge("age-encryption.org/v1\n") && isAge("age-encryption.org/v2\n"))
        #expect(isAge("-----BEGIN AGE ENCRYPTED FILE-----\n") && isAge(" \r\n\t-----BEGIN AGE ENCRYPTED FILE-----\n"))
        #expect(!isAge(""))
        #expect(!isAge("age"))
        #expect(!isAge("-----BEGIN PGP MESSAGE-----"))
        #expect(!isAge("Salted__"))
    }

    @Test("names unsupported recipient types")
    func unsupported() throws {
        let file =
            Array("age-encryption.org/v1\n-> mlkem768p256tag AAAA\n\n--- ".utf8)
            + Array(repeating: UInt8(ascii: "A"), count: 43) + Array("\n".utf8)
        let error = try #require(AgeFixtures.opened(file).error as? ContainerError)
        #expect(error.code == .unsupported && error.reason.contains("mlkem768p256tag"))
    }
}
