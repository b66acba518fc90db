import ArcaCodecs
import ArcaCore
import FuzzSupport

/// Blocks with every set of options, both ways.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let options = PEM.Options(rawValue: input.byte() & 7)
    let bytes = input.bytes
    do throws(CodecError) {
        let blocks = try PEM.decode(bytes, options: options)
        check(!blocks.isEmpty, "a text without block is refused")
        let text = PEM.encode(blocks)
        check((try? PEM.decode(text, options: options)) == blocks, "encoded, then decoded")
        if options == [], !bytes.contains(0x0d), bytes.last == 0x0a {
            check(Array(text.utf8) == bytes, "what is decoded strictly encodes to the same text")
        }
    } catch {
        check((error.position?.offset ?? 0) <= bytes.count, "an error lies inside the input")
    }
    if let block = try? PEMBlock(label: "X", bytes: bytes + [0]) {
        check((try? PEM.decode(PEM.encode([block]))) == [block], "encoded, then decoded strictly")
    }
    return 0
}
