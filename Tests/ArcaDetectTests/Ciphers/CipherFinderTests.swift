import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaDetect
import Foundation
import Testing

@Suite struct CipherFinderTests {
    /// Every tenth case, or all of them if `ARCA_ALL_CASES` is set, which takes minutes.
    private static let step = ProcessInfo.processInfo.environment["ARCA_ALL_CASES"] == nil ? 10 : 1

    /// The shares that the finder promises, for the cases of all programs together.
    @Test("finds the schemes of other programs", arguments: [true, false])
    func finds(knowsPlaintext: Bool) throws {
        var missed: [String] = []
        var wrong: [String] = []
        var count = 0
        for file in CipherFinderCase.files {
            for (index, entry) in try CipherFinderCase.all(file).enumerated() where index % Self.step == 0 {
                count += 1
                let report = try entry.report(knowsPlaintext: knowsPlaintext)
                #expect(report.workByteCount <= CipherFinder.Limits.standard.workByteCount, "\(entry.name)")
                guard let best = report.best else {
                    missed.append(entry.name)
                    continue
                }
                if !entry.matches(best.plaintext) {
                    missed.append(entry.name)
                    if best.confidence >= 0.99 { wrong.append("\(entry.name): \(best.scheme)") }
                    continue
                }
                #expect(best.confidence >= CipherFinder.minimumConfidence)
                #expect(try best.scheme.decrypt(data(best, entry), with: entry.inputs) == best.plaintext)
                #expect(try CipherScheme(best.scheme.description) == best.scheme, "\(entry.name): \(best.scheme)")
                #expect(best.scheme.rule.count >= 3)
            }
        }
        #expect(count >= 75)
        let share = 1 - Double(missed.count) / Double(count)
        #expect(share >= (knowsPlaintext ? 0.97 : 0.93), "\(missed)")
        #expect(Double(wrong.count) <= 0.005 * Double(count), "\(wrong)")
    }

    private func data(_ reading: CipherFinder.Reading, _ entry: CipherFinderCase) throws -> [UInt8] {
        try #require(reading.recipe.replay(entry.data.utf8))
    }

    @Test("finds nothing with a wrong key")
    func refuses() throws {
        for file in CipherFinderCase.files {
            for (index, entry) in try CipherFinderCase.all(file).enumerated() where index % 40 == 0 {
                let report = try entry.report(key: String(entry.key.reversed()) + "#")
                #expect(report.best == nil, "\(entry.name): \(String(describing: report.best?.scheme))")
                #expect(report.notes.contains { $0.hasPrefix("tried ") })
            }
        }
    }

    @Test("hostile data costs at most the limit")
    func bounds() throws {
        var limits = CipherFinder.Limits()
        limits.workByteCount = 64 << 20
        let finder = CipherFinder(limits: limits)
        let key = SecretBytes(copying: "0123456789abcdef".utf8)
        var noise = [UInt8](repeating: 0, count: 1 << 20)
        var state: UInt64 = 1
        for index in noise.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            noise[index] = UInt8(state >> 56)
        }
        let separators = [UInt8](repeating: 0x3a, count: 1 << 20)
        let salted = Array("Salted__".utf8) + noise.dropLast(8)
        let braces = [UInt8](repeating: 0x7b, count: 1 << 20)
        let text = Array(Base64.standard.encode(noise).utf8)
        for data in [noise, separators, salted, braces, text, Array(text.dropLast(3))] {
            let report = try finder.find(data, keyText: key)
            #expect(report.best == nil)
            #expect(report.workByteCount <= limits.workByteCount)
        }
        let large = try finder.find([UInt8](repeating: 0, count: (16 << 20) + 1), keyText: key)
        #expect(large.best == nil && large.workByteCount == 0)
        #expect(try finder.find([] as [UInt8], keyText: key).notes == ["the data is empty"])
    }

    private static let sentence = Array("The meeting is at noon on Friday in the small room on the second floor.".utf8)

    private func scheme(_ notation: String, key: String) throws -> [UInt8] {
        try CipherScheme(notation)
            .encrypt(Self.sentence, with: CipherScheme.Inputs(keyText: SecretBytes(copying: key.utf8)))
    }

    @Test("an unknown IV, lost plus signs, equal blocks and cut data are explained")
    func causes() throws {
        let key = "0123456789abcdef"
        let secret = SecretBytes(copying: key.utf8)
        let finder = CipherFinder()
        // No program uses the IV f0f1…, and the data does not contain it.
        let unknown = try scheme(
            "aes-128-cbc; key=utf8; iv=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff; data=ciphertext", key: key)
        let explained = try finder.find(unknown, keyText: secret)
        // Either the first block is missing, or it is said to be wrong.
        if let best = explained.best {
            #expect(Self.sentence.suffix(best.plaintext.count).elementsEqual(best.plaintext))
        } else {
            #expect(explained.notes.contains { $0.contains("only the first block") }, "\(explained.notes)")
        }
        var text: [UInt8] = []
        for salt in 0..<200 where !text.contains(0x2b) {
            let notation = "aes-128-ecb; key=utf8; data=base64>ciphertext"
            text = try CipherScheme(notation)
                .encrypt(Self.sentence + Array(" \(salt)".utf8), with: CipherScheme.Inputs(keyText: secret))
        }
        let spaced = text.map { $0 == 0x2b ? 0x20 : $0 }
        let restored = try finder.find(spaced, keyText: secret)
        #expect(restored.best?.isPlusLost == true)
        #expect(restored.notes.contains { $0.contains("turned each + into a space") })
        let equal = try Cipher(named: "aes-128-ecb")
            .encrypt([UInt8](repeating: 7, count: 64), using: SymmetricKey(copying: "another key 1234".utf8))
        let blocks = try finder.find(equal, keyText: secret)
        #expect(blocks.best == nil && blocks.notes.contains { $0.contains("equal: ECB") }, "\(blocks.notes)")
        let cut = try finder.find(equal.dropLast(3), keyText: secret)
        #expect(cut.notes.contains { $0.contains("not a multiple of a block") }, "\(cut.notes)")
    }

    @Test("a contained text and a cipher narrow the search")
    func knowledge() throws {
        let data = try scheme("aes-256-cbc; key=utf8|sha256; data=base64>iv,ciphertext", key: "tulips")
        let secret = SecretBytes(copying: "tulips".utf8)
        var knowledge = CipherFinder.Knowledge()
        knowledge.contained = Array("noon on Friday".utf8)
        #expect(try CipherFinder().find(data, keyText: secret, knowing: knowledge).best?.plaintext == Self.sentence)
        knowledge.cipher = "aes-256-cbc"
        #expect(try CipherFinder().find(data, keyText: secret, knowing: knowledge).best != nil)
        knowledge.cipher = "des"
        #expect(try CipherFinder().find(data, keyText: secret, knowing: knowledge).best == nil)
        knowledge.cipher = nil
        knowledge.contained = Array("noon on Monday".utf8)
        #expect(try CipherFinder().find(data, keyText: secret, knowing: knowledge).best == nil)
    }
}
