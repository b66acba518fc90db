import ArcaCodecs
import ArcaCore
import FuzzSupport

/// Messages in pieces: no input may crash the reader, and split points do not matter.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let strictness = input.choose([Strictness.strict, .lenient])
    let cut = Int(input.byte()) << 3 | Int(input.byte()) & 7
    let bytes = input.bytes
    let whole = Reading([bytes[...]], strictness)
    let place = min(cut, bytes.count)
    let split = Reading([bytes[..<place], bytes[place...]], strictness)
    check(whole == split, "the same wherever it is cut")
    check(whole.openParts == 0 || whole.error != nil, "every part that begins ends")
    if let mail = try? MIMEMessage(bytes), let again = try? mail.encoded(boundarySeed: "fuzz") {
        check((try? MIMEMessage(again)) != nil, "an encoded mail can be read")
    }
    return 0
}

private struct Reading: Equatable {
    var parts: [MessagePart] = []
    var bodies: [[UInt8]] = []
    var openParts = 0
    var error: CodecError?

    init(_ pieces: [ArraySlice<UInt8>], _ strictness: Strictness) {
        var reader = MultipartReader(strictness: strictness)
        var names = AttachmentName()
        do throws(CodecError) {
            for index in 0...pieces.count {
                if index < pieces.count { reader.append(pieces[index]) } else { reader.finish() }
                while let event = try reader.next() {
                    switch event {
                    case .begin(let part):
                        let name = names.next(for: part)
                        check(!name.isEmpty && !name.utf8.contains(0x2f) && name.utf8.first != 0x2e, "names are safe")
                        parts.append(part)
                        bodies.append([])
                        openParts += 1
                    case .body(let bytes): bodies[bodies.count - 1] += bytes
                    case .end: openParts -= 1
                    }
                }
            }
        } catch {
            self.error = error
            // The split points decide how much of a broken body precedes the error.
            bodies = []
        }
    }
}
