internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

/// `--max-cost`: the maximum cost of a key derivation with parameters from a file.
struct CostOptions: OptionGroup {
    static let title = "Costs"

    var maximumLogN: Int?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--max-cost", "--max-work-factor", value: "N", set: \.maximumLogN, in: 1...30,
            help: "maximum cost that a file may set for its passphrase: scrypt with 2^N KiB, or what takes as long"
        ).defaulting(to: "\(Age.Passphrase.defaultLargestLogN), and a terminal is asked about more")
    }

    var logN: Int { maximumLogN ?? Age.Passphrase.defaultLargestLogN }

    /// Asks on the terminal, unless the option is given.
    var approval: (@Sendable (String) -> Bool)? {
        guard maximumLogN == nil else { return nil }
        return { reason in (try? Terminal.confirm("\(reason): use as much time and memory?")) ?? false }
    }

    var limits: CostLimits {
        var limits = CostLimits.keys(upTo: logN)
        limits.approval = approval
        return limits
    }
}
