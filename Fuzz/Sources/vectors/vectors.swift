import ArcaVectors
import FuzzSupport

/// Whatever a file says, its cases are accounted for: nothing is dropped, and no input does harm.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var runner = VectorRunner()
    // The readers and families are what is tested; costs that a file dictates are not.
    runner.implementation = Deaf()
    runner.workerCount = 1
    let report = runner.run(VectorTree(inputs: [VectorInput(name: "file", bytes: Input(start, count).bytes)]))
    let totals = report.totals
    check(totals.passed + totals.failed + totals.acceptable + totals.skipped == totals.total, "the counts add up")
    check(totals.total > 0, "something is reported of every file")
    check(report.files[0].failures.count == totals.failed, "each failure is told")
    for kind in ReportKind.allCases { check(!kind.bytes(of: report).isEmpty, "there is a report") }
    return 0
}

/// Answers nothing.
private struct Deaf: Implementation {
    func answer(_ question: Question) throws(VectorError) -> Answer { .unsupported("not asked") }
}
