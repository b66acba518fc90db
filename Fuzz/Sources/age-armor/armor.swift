import Arca
import FuzzSupport

/// Armor: split points do not matter, and each file has exactly one armored form.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let step = Int(input.byte()) + 1
    let isWrapped = input.byte() & 1 == 1
    var text = input.bytes
    if isWrapped {
        text = Array("-----BEGIN AGE ENCRYPTED FILE-----\n".utf8) + text + Array("\n-----END AGE ENCRYPTED FILE-----\n".utf8)
    }
    let whole = outcome(text, step: text.count + 1)
    check(whole == outcome(text, step: step), "cut every \(step) bytes it reads differently")
    return 0
}

/// The header, or the error, after reading the text in pieces.
func outcome(_ text: [UInt8], step: Int) -> String {
    do {
        return "\(try Age.Opener(Pieces(bytes: text, step: step)).header)"
    } catch let error as ContainerError {
        check((error.offset ?? 0) <= text.count, "an error lies inside the input")
        return "\(error.code) \(error)"
    } catch { return "\(error)" }
}

struct Pieces: ByteReader {
    typealias Failure = Never
    let bytes: [UInt8]
    let step: Int
    var offset = 0

    mutating func read(into output: inout OutputSpan<UInt8>) {
        for _ in 0..<min(step, output.freeCapacity, bytes.count - offset) {
            output.append(bytes[offset])
            offset += 1
        }
    }
}
