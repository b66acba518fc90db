import ArcaVectors
import FuzzSupport

/// Any file's cases are all accounted for, and no input does harm.
///
/// Arca itself responds, so hostile numbers and lengths reach the operations too; `CaseLimits` bounds them.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var runner = VectorRunner()
    runner.limits = CaseLimits(caseSeconds: 1, fileSeconds: 1)
    runner.workerCount = 1
    let report = runner.run(VectorTree(inputs: [VectorInput(name: "file", bytes: Input(start, count).bytes)]))
    let totals = report.totals
    check(totals.passed + totals.failed + totals.acceptable + totals.skipped == totals.total, "the counts add up")
    check(totals.total > 0, "something is reported of every file")
    check(report.files[0].failures.count == totals.failed, "each failure is told")
    for form in VectorReport.Form.allCases { check(!form.bytes(of: report).isEmpty, "there is a report") }
    return 0
}
