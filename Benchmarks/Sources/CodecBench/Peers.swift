import Foundation

/// The peers: Foundation, and aklomp/base64 out of the Python package pybase64, whose library exports its C functions.
enum Peers {
    /// Runs the C library's loop for a given processor; nil when pybase64 is not installed.
    struct Aklomp {
        /// Its flags that force a loop.
        static let plain: Int32 = 8, avx2: Int32 = 1, avx512: Int32 = 256

        private typealias Function =
            @convention(c) (
                UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, Int32
            ) -> Int32
        private let encodeFunction, decodeFunction: Function

        init?() {
            let script = """
                import sysconfig, pybase64._pybase64 as p
                print(sysconfig.get_config_var("LIBDIR") + "/" + sysconfig.get_config_var("LDLIBRARY"))
                print(p.__file__)
                """
            let paths = output(["python3", "-c", script]).split(separator: "\n").map(String.init)
            guard paths.count == 2, dlopen(paths[0], RTLD_NOW | RTLD_GLOBAL) != nil,
                let library = dlopen(paths[1], RTLD_NOW), let encode = dlsym(library, "base64_encode"),
                let decode = dlsym(library, "base64_decode")
            else { return nil }
            encodeFunction = unsafeBitCast(encode, to: Function.self)
            decodeFunction = unsafeBitCast(decode, to: Function.self)
        }

        /// Nanoseconds to encode and to decode `bytes` into a kept buffer.
        func measure(_ bytes: [UInt8], _ flags: Int32) -> (encode: Double, decode: Double) {
            var text = [UInt8](repeating: 1, count: bytes.count * 4 / 3 + 64)
            var back = [UInt8](repeating: 1, count: bytes.count + 64)
            var count = 0
            let encode = nanoseconds { _ = encodeFunction(bytes, bytes.count, &text, &count, flags) }
            let length = count
            let decode = nanoseconds { _ = decodeFunction(text, length, &back, &count, flags) }
            precondition(back[..<count].elementsEqual(bytes), "aklomp/base64 does not give back what it got")
            return (encode, decode)
        }
    }

    /// Foundation's nanoseconds: to a `String` and back from one.
    static func foundation(_ bytes: [UInt8]) -> (encode: Double, decode: Double) {
        let data = Data(bytes)
        let text = data.base64EncodedString()
        return (nanoseconds { keep(data.base64EncodedString()) }, nanoseconds { keep(Data(base64Encoded: text)) })
    }

    /// Copying `count` bytes from one kept buffer to another.
    static func copying(_ count: Int) -> Double {
        let from = [UInt8](repeating: 1, count: count)
        var to = [UInt8](repeating: 2, count: count)
        return nanoseconds {
            to.withUnsafeMutableBytes { target in _ = target.baseAddress.map { memcpy($0, from, count) } }
        }
    }
}
