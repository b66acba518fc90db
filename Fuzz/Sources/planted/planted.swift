import ArcaCore
import FuzzSupport

/// A planted bug: an out-of-bounds index reachable only by a well-formed JSON object with a certain member.
///
/// `scripts/fuzz` runs this first: a fuzzer that misses it is not instrumented, and its silence proves nothing.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    if let value = try? JSONReader.read(bytes), let index = value["k"]?.int {
        check([1, 2, 3][index] > 0, "never seen")
    }
    return 0
}
