import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaImages

@Suite struct ImageStoreTests {
    private let key = ImageSecret.key(SymmetricKey(copying: [UInt8](repeating: 3, count: 32)))

    @Test("keeps images and an index, with and without a secret", arguments: [true, false])
    func roundTrip(isEncrypted: Bool) throws {
        try Peer.inFolder { folder in
            let path = folder.appendingPathComponent("album").path
            let store = ImageStore(FilePath(path), secret: isEncrypted ? key : nil)
            #expect(try store.entries().isEmpty)
            let (png, jpeg) = (try ImageInfoTests.sample("rgb.png"), try ImageInfoTests.sample("rgb.jpg"))
            try store.add(png, named: "beach party")
            try store.add(jpeg, named: "dog")
            #expect(throws: ImageError(.invalidOption, "")) { try store.add(png, named: "dog") }
            #expect(throws: ImageError(.invalidOption, "")) { try store.add(png, named: "") }
            #expect(try store.image(named: "dog").bytes == jpeg)
            try store.add(png, named: "dog", isReplacing: true)
            #expect(try store.image(named: "dog").bytes == png)
            let entries = try store.entries()
            #expect(entries.map(\.name) == ["beach party", "dog"])
            #expect(entries[0].width == 7 && entries[0].height == 5 && entries[0].mediaType == "image/png")
            #expect(entries[0].byteCount == png.count)
            try store.remove("dog")
            #expect(throws: ImageError(.notFound, "")) { try store.image(named: "dog") }
            #expect(throws: ImageError(.notFound, "")) { try store.remove("dog") }
            // One image, the index and the lock are left; nothing names the image where it is encrypted.
            let files = try FileManager.default.contentsOfDirectory(atPath: path)
            #expect(files.count == 3)
            let everything = try files.map { try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)")) }
            #expect(everything.allSatisfy { $0.range(of: Data("beach".utf8)) == nil })
        }
    }

    @Test("writers take turns: nothing is lost") func concurrent() throws {
        try Peer.inFolder { folder in
            let store = ImageStore(FilePath(folder.path))
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

    @Test("refuses a wrong secret and a changed index") func wrong() throws {
        try Peer.inFolder { folder in
            try ImageStore(FilePath(folder.path), secret: key).add([1], named: "one")
            let other = ImageSecret.key(SymmetricKey(copying: [UInt8](repeating: 4, count: 32)))
            for secret in [nil, other] {
                let store = ImageStore(FilePath(folder.path), secret: secret)
                #expect(throws: ImageError(.wrongSecret, "")) { try store.entries() }
                #expect(throws: ImageError(.wrongSecret, "")) { try store.add([2], named: "two") }
            }
        }
    }
}
