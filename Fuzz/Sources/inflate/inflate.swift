import ArcaCore
import ArcaCompression
import FuzzSupport

/// Streams in every format under tight limits, whole and in pieces; compressed output decompresses again.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let format = input.choose([nil, CompressionFormat.gzip, .zlib, .deflate])
    let most = 1 << Int(input.byte() & 15)
    let room = Int(input.byte()) + 1
    let cut = Int(input.byte())
    let bytes = input.bytes
    let limits = InflateLimits(maximumByteCount: most, maximumRatio: 20, ratioFreeByteCount: 1000)
    var whole: [UInt8]?
    var failure: CompressionError?
    do throws(CompressionError) {
        whole = try Inflater.inflate(bytes, format: format, limits: limits)
    } catch { failure = error }
    if let whole {
        check(whole.count <= most, "the size limit holds")
        check(whole.count <= max(1001, 21 * (bytes.count + 1)), "the ratio limit holds")
    }
    if let offset = failure?.offset { check(offset <= bytes.count, "an error lies inside the input") }
    checkPieces(bytes, format, limits, room, cut, whole)
    if let data = try? Deflater.deflate(bytes, format: format ?? .zlib, level: CompressionLevel(room % 10)) {
        check((try? Inflater.inflate(data, format: format ?? .zlib)) == bytes, "deflated, then inflated")
    }
    return 0
}

/// Checks the same in pieces with a small output buffer.
private func checkPieces(
    _ bytes: [UInt8], _ format: CompressionFormat?, _ limits: InflateLimits, _ room: Int, _ cut: Int, _ whole: [UInt8]?
) {
    var inflater = Inflater(format: format, limits: limits)
    var result: [UInt8] = []
    var offset = 0
    var end = min(cut, bytes.count)
    do throws(CompressionError) {
        while true {
            var isFull = false
            result += try [UInt8](capacity: room) { (output) throws(CompressionError) in
                offset += try inflater.inflate(bytes[offset..<end], into: &output)
                isFull = output.freeCapacity == 0
            }
            if isFull { continue }
            if offset < end || end == bytes.count { break }
            end = bytes.count
        }
        try inflater.finish()
        if offset == bytes.count { check(result == whole, "pieces give the same") }
        if offset < bytes.count { check(whole == nil, "what follows is refused") }
    } catch { check(whole == nil, "pieces are refused alike") }
}
