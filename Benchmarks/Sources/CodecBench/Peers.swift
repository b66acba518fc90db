import Foundation

/// The peers: Foundation, and aklomp/base64 from the Python package pybase64, which exports its C functions.
enum Peers {
    /// Calls the C library with a forced code path; nil if pybase64 is not installed.
    struct Aklomp {
        /// The library's flags that force a code path.
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

        /// Encodes `bytes` into `text`, which must be large enough.
        func encode(_ bytes: [UInt8], _ text: inout [UInt8], _ flags: Int32) {
            var count = 0
            _ = encodeFunction(bytes, bytes.count, &text, &count, flags)
        }

        /// Decodes `text` into `bytes`, which must be large enough.
        func decode(_ text: [UInt8], _ bytes: inout [UInt8], _ flags: Int32) {
            var count = 0
            _ = decodeFunction(text, text.count, &bytes, &count, flags)
        }
    }
}
