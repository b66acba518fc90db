internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import ArcaCompression
import ArcaCrypto
import Foundation
import Testing

@Suite struct ShortStringTests {
    @Test("every case of short-strings.json has the stated outcome, and the models encode it")
    func vectors() throws {
        for vector in try CompressionVectors.cases("short-strings.json") {
            do throws(CompressionError) {
                #expect(try ShortString.decompress(vector.compressed) == vector.output, "\(vector.id)")
                if vector.id.hasPrefix("model-"), vector.id != "model-cut", let output = vector.output {
                    guard case .model(let kind) = ShortString.method(of: vector.compressed) else {
                        Issue.record("\(vector.id) is no model's")
                        continue
                    }
                    let results = ShortString.results(of: output)
                    let own = results.first { $0.method == .model(kind) }
                    #expect(own?.byteCount == vector.compressed.count, "\(vector.id)")
                    if results.first?.method == .model(kind) {
                        #expect(ShortString.compress(output, kind: kind) == vector.compressed, "\(vector.id)")
                    }
                }
            } catch {
                #expect(error.code.description == vector.code, "\(vector.id)")
            }
        }
    }

    @Test("the files in Generated/ match the output of scripts/short-strings", .enabled(if: Peer.has("python3")))
    func generatedFiles() throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let answer = try Peer.run(["python3", "\(root)/scripts/short-strings/build.py", "--check"])
        #expect(answer.status == 0, "\(answer.errors)")
    }

    @Test("the dictionaries of version 1 never change")
    func dictionaries() throws {
        let digests: [ShortStringKind: String] = [
            .english: "f9d7a2dcbe5963a0c874d53978eed63ef2c6833ec0b73e58b56d7f42e95e2a32",
            .chinese: "ed6d4205bb2d63d8c13404cb3a04f5c1ecde74f8478baa68bff8e1123ad4af8b",
            .json: "af44d1fc79e308435c55c2843b2142b41832b88ffac208cc897b8f18baea8122",
            .url: "88fef2059f435924fa96686cd6038c8be526d6125e74417099f0d7f4a6b6dbb9",
            .html: "c4dac2accb499309178e35f6a4008fa502449182ba4f9f82fefa4039119e4f58",
            .log: "fbc7f4c295a6e493aa094ba4c4233e8273aa1b99bc8744e8eff7439a5e68a02e",
        ]
        for kind in ShortStringKind.allCases {
            #expect(Base16.standard.encode(SHA256.hash(kind.dictionary)) == digests[kind], "\(kind)")
            #expect(kind.dictionary.count <= 32_506)
        }
    }

    @Test("round-trips any bytes, with at most one extra byte")
    func anyBytes() throws {
        var random = Repeatable(11)
        for count in Array(0...70) + [127, 128, 129, 255, 256, 4094, 4095, 4096, 5000, 40_000] {
            let contents = [
                random.bytes(count), [UInt8](repeating: 0, count: count), [UInt8](repeating: 0xff, count: count),
                (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3 + 0x61) },
            ]
            for content in contents {
                let small = ShortString.compress(content)
                #expect(small.count <= content.count + (count == 0 ? 0 : 1))
                #expect(try ShortString.decompress(small) == content)
            }
        }
    }

    @Test("the first byte distinguishes short strings from gzip, zlib and deflate, and indicates the method")
    func firstByte() throws {
        var methods = 0
        for byte in UInt8.min...UInt8.max {
            guard let method = ShortStringMethod(byte: byte) else { continue }
            methods += 1
            #expect(method.byte == byte)
            #expect(byte & 6 == 6)
            #expect(byte != 0x1f)
            #expect(CompressionFormat(firstByte: byte) == .deflate)
            #expect(throws: CompressionError.self) { try Inflater.inflate([byte, 0, 0, 0, 0]) }
        }
        #expect(methods == 2 + 2 * ShortStringKind.allCases.count)
        #expect(ShortString.method(of: ShortString.compress("{\"id\": 1, \"name\": \"x\"}".utf8)) == .model(.json))
        #expect(ShortString.method(of: []) == nil && ShortString.method(of: [0]) == nil)
    }

    @Test("the kind is guessed, or can be given")
    func kinds() throws {
        let texts: [(ShortStringKind, String)] = [
            (.english, "Nobody had expected the weather to change so quickly."),
            (.chinese, "谁也没有想到天气会变得这么快。"), (.json, #"{"sunny": false, "degrees": 12}"#),
            (.url, "https://weather.example.net/today/index.html"), (.html, #"<p class="rain">12 degrees</p>"#),
            (.log, "2025-03-04 05:06:07,123 INFO [main] weather changed"),
        ]
        for (kind, text) in texts {
            #expect(ShortString.method(of: ShortString.compress(text.utf8)) == .model(kind), "\(text)")
            let named = ShortString.compress(text.utf8, kind: .html)
            #expect(
                ShortString.method(of: named) == .model(.html) || ShortString.method(of: named) == .stored, "\(text)")
            #expect(try ShortString.decompress(named) == Array(text.utf8))
        }
    }

    @Test("uses the smallest method: stored, deflate, a dictionary, a model")
    func smallest() throws {
        #expect(ShortString.method(of: ShortString.compress([1, 2, 3])) == .stored)
        var random = Repeatable(5)
        let symbols: [UInt8] = [0x80, 0x01, 0xfe, 0x17]
        let long: [UInt8] = random.bytes(3000).map { symbols[Int($0 & 3)] }
        #expect(ShortString.method(of: ShortString.compress(long)) == .deflate)
        let passage = Array(ShortStringKind.log.dictionary.dropFirst(3000).prefix(900))
        #expect(ShortString.method(of: ShortString.compress(passage)) == .dictionary(.log))
        for content in [long, passage, Array("see you at the station at eight".utf8)] {
            let small = ShortString.compress(content)
            let results = ShortString.results(of: content)
            #expect(results.map(\.byteCount) == results.map(\.byteCount).sorted())
            #expect(results.contains { $0.method == .stored && $0.byteCount == content.count + 1 })
            #expect(small.count == results[0].byteCount)
        }
    }

    @Test("the limit applies to every method")
    func limits() throws {
        for content in [Array("see you at the station".utf8), [1, 2, 3], [UInt8](repeating: 7, count: 3000)] {
            let small = ShortString.compress(content)
            let exact = InflateLimits(maximumByteCount: content.count, maximumRatio: nil)
            #expect(try ShortString.decompress(small, limits: exact) == content)
            let less = InflateLimits(maximumByteCount: content.count - 1, maximumRatio: nil)
            var code: CompressionError.Code?
            do { _ = try ShortString.decompress(small, limits: less) } catch { code = error.code }
            #expect(code == .limitExceeded)
        }
    }

    @Test("texts of 50 bytes that are not in a dictionary shrink as promised")
    func ratios() throws {
        func ratio(_ samples: [[UInt8]]) -> Double {
            samples.map { Double(ShortString.compress($0).count) / Double($0.count) }.reduce(0, +)
                / Double(samples.count)
        }
        for (families, goal) in [
            (["english"], 0.6), (["chinese"], 0.75), (["url"], 0.55), (["json", "records"], 0.45),
        ] {
            let samples = try families.flatMap { try CompressionVectors.samples($0) }
            #expect(samples.count == 200)
            #expect(ratio(samples) <= goal, "\(families)")
        }
    }

    @Test("Python's zlib reads data deflated with a dictionary", .enabled(if: Peer.has("python3")))
    func peer() throws {
        let passage = Array(ShortStringKind.log.dictionary.dropFirst(3000).prefix(900))
        let small = ShortString.compress(passage)
        let script = """
            import sys, zlib
            data = sys.stdin.buffer.read()
            count = int.from_bytes(data[:4], "big")
            d = zlib.decompressobj(-15, zdict=data[4:4 + count])
            sys.stdout.buffer.write(d.decompress(data[5 + count:]))
            assert d.eof
            """
        let dictionary = ShortStringKind.log.dictionary
        let count = (0..<4).map { UInt8(truncatingIfNeeded: dictionary.count >> (24 - 8 * $0)) }
        #expect(try Peer.python(script, input: count + dictionary + small).output == passage)
    }

    @Test("several threads can compress at once")
    func threads() async throws {
        let texts = try CompressionVectors.samples("english")
        let expected = texts.map { ShortString.compress($0) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { texts.map { ShortString.compress($0) } == expected } }
            for await isSame in group { #expect(isSame) }
        }
    }
}
