import Arca
import FuzzSupport

/// C2SP chunked encryption: raw bytes, and a valid file with edits; only authenticated chunks come out.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let chunk = 16 << 10
    let length = input.choose([0, 1, 100, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 50])
    let plaintext = (0..<length).map { UInt8(truncatingIfNeeded: $0 / 7) }
    guard let format = try? ChunkedEncryption(key: SymmetricKey(copying: [UInt8](repeating: 7, count: 32))),
        let file = try? format.seal(plaintext)
    else { fatalError("sealing fails") }
    var changed = file
    let edit = input.byte() % 5
    let place = min(
        (Int(input.byte()) << 16 | Int(input.byte()) << 8 | Int(input.byte())) % (file.count + 1), file.count)
    switch edit {
    case 0: break
    case 1: changed = Array(file[..<place])
    case 2: if place < file.count { changed[place] ^= max(1, input.byte()) }
    case 3: changed.insert(contentsOf: input.bytes, at: place)
    default: changed = input.bytes
    }
    var reader = MemoryReader(changed)
    var writer = MemoryWriter()
    let isOpened = (try? format.open(&reader, into: &writer)) != nil
    check(isOpened == (changed == file), "a file opens when nothing was changed")
    check(plaintext.starts(with: writer.bytes), "what comes out is what went in")
    check(isOpened || writer.bytes.count % chunk == 0, "whole chunks only come out of a changed file")
    if let part = try? ByteRange.span(from: place / 2, through: place), let bytes = try? format.open(part, of: changed)
    {
        check(plaintext[part.offsets(in: length)] == bytes[...], "a part is what lies there")
    }
    return 0
}
