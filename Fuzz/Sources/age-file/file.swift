import Arca
import FuzzSupport

/// A valid file of two chunks with edits: only encrypted plaintext comes out, and every edit is detected.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let choice = input.byte()
    var file = choice & 2 == 2 ? hybrid : choice & 1 == 1 ? armored : binary
    let sound = file
    for _ in 0..<min(count / 4, 16) {
        let place = (Int(input.byte()) << 16 | Int(input.byte()) << 8 | Int(input.byte())) % (file.count + 1)
        edit(&file, at: place, with: input.byte())
    }
    var reader = MemoryReader(file)
    var output = MemoryWriter()
    do {
        try format.open(&reader, into: &output)
        check(file == sound || isOnlyWhitespace(sound, file), "an edit went unnoticed")
        check(output.bytes == message, "something else came out")
    } catch let error as ContainerError {
        check(file != sound, "a sound file is refused: \(error)")
        check(message.starts(with: output.bytes), "something came out that was not encrypted")
    } catch { check(false, "only one kind of error: \(error)") }
    return 0
}

/// Flips, inserts, removes, truncates, repeats or moves bytes.
func edit(_ file: inout [UInt8], at place: Int, with choice: UInt8) {
    switch choice % 6 {
    case 0 where place < file.count: file[place] ^= choice | 1
    case 1: file.insert(choice, at: place)
    case 2 where place < file.count: file.remove(at: place)
    case 3: file.removeSubrange(place...)
    case 4: file += file[place...].prefix(65_552)
    case 5 where place + 1 < file.count: file.swapAt(place, file.count - 1)
    default: break
    }
}

/// Whether two armored files differ only in surrounding whitespace or line endings.
func isOnlyWhitespace(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    func bare(_ file: [UInt8]) -> [UInt8] { file.filter { $0 != 0x20 && !(0x09...0x0d).contains($0) } }
    return left.first == UInt8(ascii: "-") && bare(left) == bare(right)
}

let message = (0..<66_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
let identity = made { try Age.X25519Identity() }
let hybridIdentity = made { try Age.HybridIdentity() }
let format = Age(recipients: [identity.recipient], identities: [identity, hybridIdentity])
let binary = made { try format.seal(message) }
let hybrid = made { try Age(recipients: [hybridIdentity.recipient]).seal(message) }
let armored = made { try Age(recipients: [identity.recipient], isArmored: true).seal(message) }

func made<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { fatalError("\(error)") }
}
