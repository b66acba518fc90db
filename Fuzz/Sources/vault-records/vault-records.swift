import ArcaCore
import ArcaCrypto
import FuzzSupport

@testable import ArcaVault

/// Decrypted records from a malicious key holder: no input crashes, and each record has exactly one encoding.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let kind = input.byte()
    let bytes = input.bytes
    switch kind % 4 {
    case 0:
        compare(bytes) { try ItemRecord(bytes, of: row).fields() }
    case 1:
        compare(bytes) { try SecretRecord(bytes.span).fields() }
    case 2:
        let state = withSums(bytes)
        compare(state) { try StateRecord(state.span).fields(withChain: true) }
    default: padding(bytes)
    }
    return 0
}

private let row = SealedRow(
    key: .init(tag: LookupTag(value: 5), identifier: 6, version: 1 << 40, epoch: 1), attributes: [], secretHead: [],
    secret: [])

/// Inserts the sums of a state, which are longer than any input here, at an offset given by the first byte.
private func withSums(_ bytes: [UInt8]) -> [UInt8] {
    guard let place = bytes.first.map({ min(Int($0), bytes.count - 1) }) else { return [] }
    let length = [UInt8](capacity: 4) { LEB128.append(GroupChecksums.byteCount, to: &$0) }
    return bytes[1...].prefix(place) + [8] + length + [UInt8](repeating: 0, count: GroupChecksums.byteCount)
        + bytes[1...].dropFirst(place)
}

private func compare(_ bytes: [UInt8], _ read: () throws -> TLVWriter) {
    do {
        let fields = try read()
        check(fields.byteCount == bytes.count, "a record that was read is as long when written")
        check([UInt8](bytes: fields.unpadded()) == bytes, "a record that was read is written the same")
        let padded = [UInt8](bytes: fields.padded())
        check((try? LengthBuckets.contentByteCount(of: padded.span)) == bytes.count, "padding is taken off again")
    } catch {
        let error = VaultError(wrapping: error)
        check(error.code == .tampered || error.code == .unsupported, "what is wrong is told as it is")
        check((error.offset ?? 0) <= bytes.count, "an error lies inside the record")
    }
}

private func padding(_ bytes: [UInt8]) {
    guard let count = try? LengthBuckets.contentByteCount(of: bytes.span) else { return }
    let again = [UInt8](capacity: LengthBuckets.bucket(forContent: count)) { output in
        output.append(contentsOf: bytes.span.extracting(..<count))
        LengthBuckets.pad(&output)
    }
    check(again == bytes, "content has one padded form")
}
