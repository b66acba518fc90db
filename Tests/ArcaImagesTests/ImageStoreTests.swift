internal import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaImages

@Suite struct ImageStoreTests {
    private let key = ImageSecret.key(SymmetricKey(copying: [UInt8](repeating: 3, count: 32)))

    @Test("stores images and an index, with and without a secret", arguments: [true, false])
    func roundTrip(isEncrypted: Bool) throws {
        try Peer.inFolder { folder in
            let path = folder.appendingPathComponent("album").path
            let store = ImageStore(BytePath(path), secret: isEncrypted ? key : nil)
            #expect(try store.entries().isEmpty)
            let (png, jpeg) = (try ImageInfoTests.sample("rgb.png"), try ImageInfoTests.sample("rgb.jpg"))
            try store.add(png, named: "beach party")
            try store.add(jpeg, named: "dog")
            #expect(throws: ImageError.code(.invalidOption)) { try store.add(png, named: "dog") }
            #expect(throws: ImageError.code(.invalidOption)) { try store.add(png, named: "") }
            #expect(try store.image(named: "dog").bytes == jpeg)
            try store.add(png, named: "dog", isReplacing: true)
            #expect(try store.image(named: "dog").bytes == png)
            let entries = try store.entries()
            #expect(entries.map(\.name) == ["beach party", "dog"])
            #expect(entries[0].width == 7)
            #expect(entries[0].height == 5)
            #expect(entries[0].mediaType == "image/png")
            #expect(entries[0].byteCount == png.count)
            try store.remove("dog")
            #expect(throws: ImageError.code(.notFound)) { try store.image(named: "dog") }
            #expect(throws: ImageError.code(.notFound)) { try store.remove("dog") }
            // One image, the index and the lock remain; with a secret, no file contains the name of the image.
            let files = try FileManager.default.contentsOfDirectory(atPath: path)
            #expect(files.count == 3)
            let everything = try files.map { try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)")) }
            #expect(everything.allSatisfy { $0.range(of: Data("beach party".utf8)) == nil })
        }
    }

    @Test("loses nothing with concurrent writers") func concurrent() throws {
        try Peer.inFolder { folder in
            let store = ImageStore(BytePath(folder.path))
            DispatchQueue.concurrentPerform(iterations: 8) { index in
                for round in 0..<5 {
                    #expect(throws: Never.self) {
                        try store.add([UInt8(index), UInt8(round)], named: "\(index)-\(round)")
                    }
                }
            }
            let count = try store.entries().count
            #expect(count == 40)
        }
    }

    @Test("finds every image while another process writes") func replaced() throws {
        try Peer.inFolder { folder in
            let store = ImageStore(BytePath(folder.path))
            try store.add([0], named: "one")
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                for round in 0..<100 {
                    #expect(throws: Never.self) {
                        if index == 0 {
                            try store.add([UInt8(round)], named: "one", isReplacing: true)
                        } else {
                            _ = try store.image(named: "one")
                        }
                    }
                }
            }
        }
    }

    @Test("rejects files that were swapped or are not encrypted") func forged() throws {
        try Peer.inFolder { folder in
            let store = ImageStore(BytePath(folder.path), secret: key)
            try store.add([1], named: "one")
            try store.add([2], named: "two")
            let files = try store.entries().map { folder.appendingPathComponent($0.file) }
            let (one, two) = (try Data(contentsOf: files[0]), try Data(contentsOf: files[1]))
            try two.write(to: files[0])
            #expect(throws: ImageError.code(.tampered)) { try store.image(named: "one") }
            try Data(try SaltedImage.pack([1]).utf8).write(to: files[0])
            #expect(throws: ImageError.code(.tampered)) { try store.image(named: "one") }
            try one.write(to: files[0])
            #expect(try store.image(named: "one").bytes == [1])
            // A valid index that is not encrypted is not accepted in an encrypted folder.
            let index = folder.appendingPathComponent("index.arcaimg")
            let sealed = try Data(contentsOf: index)
            let text = try SaltedImage.unpack(String(decoding: sealed, as: UTF8.self), with: key).bytes
            try Data(try SaltedImage.pack(text).utf8).write(to: index)
            #expect(throws: ImageError.code(.tampered)) { try store.entries() }
            #expect(throws: ImageError.code(.tampered)) { try store.image(named: "one") }
            #expect(throws: ImageError.code(.tampered)) { try store.add([3], named: "three") }
            #expect(throws: ImageError.code(.tampered)) { try store.remove("one") }
            // Even someone with the secret cannot refer to a file that is not an image.
            let name = try #require(String(decoding: text, as: UTF8.self).firstMatch(of: /[0-9a-f]{32}\.arcaimg/))
            for other in ["index.arcaimg", "../\(name.output.dropFirst(3))", ".lock"] {
                let forged = String(decoding: text, as: UTF8.self).replacing(name.output, with: other)
                try Data(try SaltedImage.pack(Array(forged.utf8), protectedBy: key).utf8).write(to: index)
                #expect(throws: ImageError.code(.malformed), "\(other)") { try store.entries() }
            }
            try sealed.write(to: index)
            #expect(try store.image(named: "two").bytes == [2])
        }
    }

    @Test("reads an index without digests, and adds digests for new images") func olderIndex() throws {
        try Peer.inFolder { folder in
            let store = ImageStore(BytePath(folder.path), secret: key)
            try store.add([1], named: "one")
            let index = folder.appendingPathComponent("index.arcaimg")
            let text = try SaltedImage.unpack(String(decoding: Data(contentsOf: index), as: UTF8.self), with: key).bytes
            let older = String(decoding: text, as: UTF8.self).replacing(/,\s*"sha256": ?"[0-9a-f]{64}"/, with: "")
            #expect(older.utf8.count < text.count)
            try Data(try SaltedImage.pack(Array(older.utf8), protectedBy: key).utf8).write(to: index)
            #expect(try store.image(named: "one").bytes == [1])
            try store.add([2], named: "two")
            #expect(try store.entries().map(\.digest) == [nil, Array(SHA256.hash([2]))])
            #expect(try store.image(named: "one").bytes == [1])
        }
    }

    @Test("reports its mode, and uses the given passphrase cost") func cost() throws {
        try Peer.inFolder { folder in
            let cost = try Scrypt.Cost(logN: 10)
            let secret = ImageSecret.passphrase(SecretBytes(copying: "sesame".utf8))
            let path = BytePath(folder.path).appending("album")
            #expect(try ImageStore(path).mode() == nil)
            let store = ImageStore(path, secret: secret, cost: cost)
            try store.add([1], named: "one")
            #expect(try ImageStore(path).mode() == .passphrase)
            for file in ["index.arcaimg", try store.entries()[0].file] {
                let text = try String(contentsOf: folder.appendingPathComponent("album/\(file)"), encoding: .utf8)
                #expect(try SaltedImage.header(of: text).envelope.cost == cost, "\(file)")
            }
        }
    }

    @Test("rejects a wrong or missing secret") func wrong() throws {
        try Peer.inFolder { folder in
            try ImageStore(BytePath(folder.path), secret: key).add([1], named: "one")
            let other = ImageSecret.key(SymmetricKey(copying: [UInt8](repeating: 4, count: 32)))
            for secret in [nil, other] {
                let store = ImageStore(BytePath(folder.path), secret: secret)
                #expect(throws: ImageError.code(.wrongSecret)) { try store.entries() }
                #expect(throws: ImageError.code(.wrongSecret)) { try store.add([2], named: "two") }
            }
        }
    }
}
