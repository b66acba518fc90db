import ArcaCodecs
import ArcaCore
import FuzzSupport

/// Every base encoding, strict and lenient, in both directions.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let codec = input.byte() % 22
    let options = input.choose([[], [], .lenient, .whitespace, .trailingBits] as [DecodingOptions])
    let isStrict = options.isEmpty
    switch codec {
    case 0: checkCodec(Base64.standard.allowing(options), input, isCanonical: isStrict)
    case 1: checkCodec(Base64.urlUnpadded.allowing(options), input, isCanonical: isStrict)
    case 2: checkCodec(Base64.mime.allowing(options), input, isCanonical: false)
    case 3: checkCodec(Base64.pem.allowing(options), input, isCanonical: false)
    case 4: checkCodec(Base16.standard.allowing(options), input, isCanonical: false)
    case 5: checkCodec(Base32.standard.allowing(options), input, isCanonical: isStrict)
    case 6: checkCodec(Base32.hex.allowing(options), input, isCanonical: isStrict)
    case 7: checkCodec(Base32.zBase32.allowing(options), input, isCanonical: isStrict)
    case 8: checkCodec(Crockford.standard.allowing(options), input, isCanonical: false)
    case 9:
        guard let codec = try? Crockford(hasCheckSymbol: true, hyphenInterval: 5) else { return 0 }
        checkCodec(codec.allowing(options), input, isCanonical: false)
    case 10: checkCodec(Base45.standard.allowing(options), input, isCanonical: isStrict)
    case 11: checkCodec(Base58.standard.allowing(options), input.bytes, isCanonical: isStrict)
    case 12: checkCodec(Base58Check.standard.allowing(options), input.bytes, isCanonical: isStrict)
    case 13: checkCodec(Base62.standard.allowing(options), input.bytes, isCanonical: isStrict)
    case 14: checkCodec(Base85.standard.allowing(options), input, isCanonical: isStrict)
    case 15: checkCodec(Ascii85.standard.allowing(options), input, isCanonical: false)
    case 16: checkCodec(Ascii85.adobe.allowing(options), input, isCanonical: false)
    case 17: checkCodec(Ascii85.btoa.allowing(options), input, isCanonical: false)
    case 18: checkCodec(Z85.standard.allowing(options), input, isCanonical: isStrict)
    case 19: checkCodec(IMAPMailboxName.standard, input.bytes, isCanonical: true)
    default: checkBech32(input.bytes)
    }
    return 0
}

private func checkBech32(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let decoded = try? Bech32.decode(text, maximumCount: nil) {
        let again = try? Bech32.encode(
            values: decoded.values, prefix: decoded.prefix, variant: decoded.variant, maximumCount: nil)
        check(again?.lowercased() == text.lowercased(), "what is decoded encodes to the same text")
    }
    for variant in [Bech32.Variant.bech32, .bech32m] {
        guard let encoded = try? Bech32.encode(bytes, prefix: "arca", variant: variant, maximumCount: nil) else {
            fatalError("any bytes are encoded")
        }
        let decoded = try? Bech32.decode(encoded, variant: variant, maximumCount: nil)
        check((try? decoded?.bytes()) == bytes, "encoded, then decoded")
    }
}
