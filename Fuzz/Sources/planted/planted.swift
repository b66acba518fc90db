import ArcaCore
import FuzzSupport

/// A fault on purpose: an array index that only a well-formed JSON object with a certain member reaches.
///
/// `scripts/fuzz` runs this first: a fuzzer that does not find it is not instrumented, and its silence proves nothing.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    if let value = try? JSONReader.read(bytes), let index = value["k"]?.int {
        check([1, 2, 3][index] > 0, "never seen")
    }
    return 0
}
