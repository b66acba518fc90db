import ArcaCodecs
import ArcaCore
import FuzzSupport

/// Dumps in all layouts, strict and lenient, in both directions.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    var codec = HexDump.standard
    // Any detected layout is a codec that accepts any text.
    let line = input.bytes.prefix { $0 != 0x0a }
    if let detected = HexDump.detected(firstLine: line, isOnly: input.byte() % 2 == 0) {
        check((1...256).contains(detected.columns), "a line has 1 to 256 bytes")
        _ = try? detected.decode(line)
    }
    switch input.byte() % 6 {
    case 0: break
    case 1: codec = .canonical
    case 2: codec = .plain
    case 3: codec = .canonical(squeezes: false)
    case 4: codec = (try? .xxd(columns: Int(input.byte()), groupSize: Int(input.byte() % 9), isUpper: true)) ?? codec
    default: codec = (try? .plain(columns: Int(input.byte()))) ?? codec
    }
    codec.maximumSqueezedCount = 4096
    if input.byte() % 2 == 0 { codec = codec.allowing(.whitespace) }
    checkCodec(codec, input, isCanonical: false)
    return 0
}
