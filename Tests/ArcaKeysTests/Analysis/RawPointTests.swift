internal import ArcaTestSupport
import ArcaCrypto
import ArcaKeys
import Testing

/// The points were found by an independent program; those of small order are in RFC 7748, section 7, and in the lists of
/// other libraries.
@Suite struct RawPointTests {
    private enum Curve { case ed25519, ed448, x25519, x448 }

    private func kinds(_ curve: Curve, _ bytes: [UInt8]) throws -> [KeyFinding.Kind] {
        let key: AnyPublicKey =
            switch curve {
            case .ed25519: .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: bytes))
            case .ed448: .ed448(try Curve448.Signing.PublicKey(rawRepresentation: bytes))
            case .x25519: .x25519(try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes))
            case .x448: .x448(try Curve448.KeyAgreement.PublicKey(rawRepresentation: bytes))
            }
        return KeyLint.findings(.publicKey(key)).map(\.kind)
    }

    /// A small number of so many bytes, the lowest first, or the field's prime and a small number.
    private func number(_ value: UInt8, byteCount: Int) -> [UInt8] {
        [value] + [UInt8](repeating: 0, count: byteCount - 1)
    }

    private func beyond25519(_ value: UInt8) -> [UInt8] {
        [0xed + value] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
    }

    /// 2^448 - 2^224 - 1 and a value of 0 or 1.
    private func beyond448(_ value: UInt8) -> [UInt8] {
        let high = [UInt8](repeating: 0xff, count: 27)
        return value == 0
            ? [UInt8](repeating: 0xff, count: 28) + [0xfe] + high : [UInt8](repeating: 0, count: 28) + [0xff] + high
    }

    @Test("finds nothing in the keys that are made here")
    func good() throws {
        for _ in 0..<4 {
            #expect(try kinds(.ed25519, Curve25519.Signing.PrivateKey().publicKey.rawRepresentation).isEmpty)
            #expect(try kinds(.x25519, Curve25519.KeyAgreement.PrivateKey().publicKey.rawRepresentation).isEmpty)
            #expect(try kinds(.ed448, Curve448.Signing.PrivateKey().publicKey.rawRepresentation).isEmpty)
            #expect(try kinds(.x448, Curve448.KeyAgreement.PrivateKey().publicKey.rawRepresentation).isEmpty)
        }
    }

    @Test("finds points of small order")
    func smallOrder() throws {
        for text in [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ] {
            #expect(try kinds(.ed25519, hex(text)) == [.smallOrder], "\(text)")
        }
        for text in [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ] {
            #expect(try kinds(.x25519, hex(text)) == [.smallOrder], "\(text)")
        }
        for value in [UInt8(0), 1] {
            #expect(try kinds(.x448, number(value, byteCount: 56)) == [.smallOrder])
            #expect(try kinds(.ed448, number(value, byteCount: 57)) == [.smallOrder])
            // The same, once more around the field.
            #expect(try kinds(.x25519, beyond25519(value)) == [.smallOrder, .nonCanonical])
            #expect(try kinds(.ed25519, beyond25519(value)) == [.smallOrder, .nonCanonical])
            #expect(try kinds(.x448, beyond448(value)) == [.smallOrder, .nonCanonical])
            #expect(try kinds(.ed448, beyond448(value) + [0]) == [.smallOrder, .nonCanonical])
        }
    }

    @Test("finds points off their curves, and numbers that are not in canonical form")
    func offCurve() throws {
        #expect(try kinds(.ed25519, number(2, byteCount: 32)) == [.offCurve])
        #expect(try kinds(.ed25519, number(3, byteCount: 32)).isEmpty)
        #expect(try kinds(.ed25519, beyond25519(3)) == [.nonCanonical])
        #expect(try kinds(.x25519, number(2, byteCount: 32)) == [.offCurve])
        #expect(try kinds(.x25519, number(4, byteCount: 32)).isEmpty)
        #expect(try kinds(.x25519, beyond25519(4)) == [.nonCanonical])
        // X25519 does not look at the highest bit.
        #expect(try kinds(.x25519, number(4, byteCount: 31) + [0x80]) == [.nonCanonical])
        #expect(try kinds(.ed448, number(2, byteCount: 57)) == [.offCurve])
        #expect(try kinds(.ed448, number(3, byteCount: 57)).isEmpty)
        #expect(try kinds(.ed448, number(3, byteCount: 56) + [1]).contains(.nonCanonical))
        #expect(try kinds(.x448, number(6, byteCount: 56)) == [.offCurve])
        #expect(try kinds(.x448, number(2, byteCount: 56)).isEmpty)
        // Zero has no sign.
        #expect(try kinds(.ed25519, number(1, byteCount: 31) + [0x80]) == [.smallOrder, .nonCanonical])
        #expect(try kinds(.ed448, number(1, byteCount: 56) + [0x80]) == [.smallOrder, .nonCanonical])
    }
}
