internal import ArcaCore
package import ArcaCrypto

/// A value for writing in SSH's binary format; secrets in it are copied only into the result.
///
/// Source: RFC 4251, section 5.
package enum SSHValue {
    case number(UInt32)
    /// A string with a length prefix.
    case string([UInt8])
    case secret([SecretBytes])
    /// An mpint from unsigned octets without leading zeros.
    case integer([UInt8])
    case secretInteger(SecretBytes)
    /// Raw bytes, without a length prefix.
    case bytes([UInt8])

    package static func text(_ text: String) -> SSHValue { .string(Array(text.utf8)) }

    /// Whether an mpint needs a leading zero to stay positive.
    private var hasZero: Bool {
        switch self {
        case .integer(let octets): (octets.first ?? 0) >= 0x80
        case .secretInteger(let octets): octets.withBytes { !$0.isEmpty && $0[0] >= 0x80 }
        default: false
        }
    }

    private var contentByteCount: Int {
        let count =
            switch self {
            case .number: 0
            case .string(let bytes), .integer(let bytes), .bytes(let bytes): bytes.count
            case .secret(let parts): parts.reduce(0) { $0 + $1.count }
            case .secretInteger(let octets): octets.count
            }
        return count + (hasZero ? 1 : 0)
    }

    private var byteCount: Int {
        if case .bytes = self { return contentByteCount }
        return 4 + contentByteCount
    }

    private func write(into output: inout OutputSpan<UInt8>) {
        func append(_ number: UInt32, _ output: inout OutputSpan<UInt8>) {
            for shift in [24, 16, 8, 0] as [UInt32] { output.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        switch self {
        case .number(let number): append(number, &output)
        case .bytes: break
        default: append(UInt32(contentByteCount), &output)
        }
        if hasZero { output.append(0) }
        switch self {
        case .number: break
        case .string(let bytes), .integer(let bytes), .bytes(let bytes): output.append(contentsOf: bytes.span)
        case .secret(let parts):
            for part in parts { part.withBytes { output.append(contentsOf: $0) } }
        case .secretInteger(let octets): octets.withBytes { output.append(contentsOf: $0) }
        }
    }

    package static func encode(_ values: [SSHValue]) -> [UInt8] {
        [UInt8](capacity: values.reduce(0) { $0 + $1.byteCount }) { output in
            for value in values { value.write(into: &output) }
        }
    }

    /// Writes values, padded to whole blocks with the bytes 1, 2, 3 and so on.
    package static func encodeSecret(_ values: [SSHValue], blockByteCount: Int = 1) -> SecretBytes {
        let count = values.reduce(0) { $0 + $1.byteCount }
        let padding = (blockByteCount - count % blockByteCount) % blockByteCount
        return SecretBytes(byteCount: count + padding) { output in
            for value in values { value.write(into: &output) }
            for index in 0..<padding { output.append(UInt8(index + 1)) }
        }
    }
}
