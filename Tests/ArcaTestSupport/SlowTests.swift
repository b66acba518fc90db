internal import Foundation

/// Whether tests run that take seconds each: not in `scripts/test --quick`. They are marked by
/// `.enabled(if: runsSlowTests, "slow")`.
public let runsSlowTests = ProcessInfo.processInfo.environment["ARCA_QUICK"] == nil
