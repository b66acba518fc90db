import ArcaCodecs
import ArcaCore
import Foundation

/// Measures the codecs at the current SIMD level, into a reused buffer and with a new result.
enum Ours {
    static let kept = 65_520, large = 67_107_840, small = 32

    /// Pseudorandom bytes; the count must be a multiple of every codec's group size.
    static func bytes(_ count: Int) -> [UInt8] {
        var state: UInt64 = 88_172_645_463_325_252
        var bytes = [UInt8](repeating: 0, count: count)
        for index in bytes.indices {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            bytes[index] = UInt8(truncatingIfNeeded: state >> 24)
        }
        return bytes
    }

    private static let english = """
        The quick brown fox jumps over the lazy dog; pack my box with five dozen jugs.
        Paragraphs of mail are often one long line, which the encoder has to break by itself: it must not leave \
        white space at the end of a line, and an equals sign (x = 60) is written as three characters.
        Short lines follow,
        some of them very short.


        """
    private static let chinese = "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。闰余成岁，律吕调阳 abc。\n云腾致雨，露结为霜。\n"

    /// Repeats text up to `count` bytes, ending with a line feed.
    private static func repeated(_ text: String, _ count: Int) -> [UInt8] {
        let once = Array(text.utf8)
        return (0..<count).map { $0 == count - 1 ? 0x0a : once[$0 % once.count] }
    }

    /// Prints `name<TAB>nanoseconds` for each measurement at this process's SIMD level.
    static func measure() {
        print("level\t\(SIMDLevel.current.rawValue)")
        for (name, count) in [("64 KiB", kept)] {
            let bytes = bytes(count)
            measure("base64url", Base64.url, bytes, name)
            measure("base16", Base16.standard, bytes, name)
            measure("base32", Base32.standard, bytes, name)
            measure("z85", Z85.standard, bytes, name)
            measure("base85", Base85.standard, bytes, name)
            measure("ascii85", Ascii85.standard, bytes, name)
            measure("mime lines", Base64.mime, bytes, name)
            measure("lenient", Base64.standard.allowing(.lenient), bytes, name)
            let text = QuotedPrintable(lineBreaks: .asFound)
            measure("qp English", text, repeated(english, count), name)
            measure("qp Chinese", text, repeated(chinese, count), name)
        }
        for count in [kept, large, small] { compare(bytes(count)) }
    }

    /// Compares Base64 with its peers, measured in turn: prints `name@count<TAB>nanoseconds`.
    private static func compare(_ bytes: [UInt8]) {
        let data = Data(bytes)
        let string = data.base64EncodedString()
        let text = Array(string.utf8)
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count + 64)
        room.initialize(repeating: 1)
        defer { room.deallocate() }
        var scratch = [UInt8](repeating: 1, count: text.count + 64)
        var names: [String] = []
        var bodies: [() -> Void] = []
        func add(_ name: String, _ body: @escaping () -> Void) {
            names.append(name)
            bodies.append(body)
        }
        add("encode Foundation") { keep(data.base64EncodedString()) }
        add("decode Foundation") { keep(Data(base64Encoded: string)) }
        add("encode to String") { keep(Base64.standard.encode(bytes)) }
        add("encode to [UInt8]") { keep(Base64.standard.encodeToBytes(bytes)) }
        add("decode to [UInt8]") { keep(try? Base64.standard.decode(string)) }
        add("encode into buffer") {
            var output = OutputSpan(buffer: room, initializedCount: 0)
            Base64.standard.encode(bytes, into: &output)
            keep(output.finalize(for: room))
        }
        add("decode into buffer") {
            var output = OutputSpan(buffer: room, initializedCount: 0)
            do { try Base64.standard.decode(text, into: &output) } catch { fatalError("\(error)") }
            keep(output.finalize(for: room))
        }
        add("encode memcpy") { _ = room.baseAddress.map { memcpy($0, bytes, bytes.count) } }
        if let aklomp = Peers.Aklomp() {
            for (name, flags) in [
                ("plain", Peers.Aklomp.plain), ("AVX2", Peers.Aklomp.avx2), ("AVX-512", Peers.Aklomp.avx512),
            ] {
                add("encode aklomp \(name)") { aklomp.encode(bytes, &scratch, flags) }
                add("decode aklomp \(name)") { aklomp.decode(text, &scratch, flags) }
            }
        }
        for (name, time) in zip(names, nanosecondsInTurns(bodies)) { report("\(name)@\(bytes.count)", time) }
    }

    private static func report(_ name: String, _ time: Double) { print("\(name)\t\(time)") }

    private static func measure(_ name: String, _ codec: some TextCodec, _ bytes: [UInt8], _ size: String) {
        let room = codec.maximumEncodedCount(for: bytes.count)
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room)
        memory.initialize(repeating: 1)
        defer { memory.deallocate() }
        var written = 0
        report(
            "\(name) encode, \(size)",
            nanoseconds {
                var output = OutputSpan(buffer: memory, initializedCount: 0)
                do { try codec.encode(bytes, into: &output) } catch { fatalError("\(error)") }
                written = output.finalize(for: memory)
            })
        let text = Array(memory[..<written])
        report(
            "\(name) decode, \(size)",
            nanoseconds {
                var output = OutputSpan(buffer: memory, initializedCount: 0)
                do { try codec.decode(text, into: &output) } catch { fatalError("\(error)") }
                written = output.finalize(for: memory)
            })
        precondition(memory[..<written].elementsEqual(bytes), "\(name) does not give back what it got")
    }
}
