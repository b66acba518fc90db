internal import ArcaKeys

/// A form that keys are written in, by its name on the command line.
enum KeyTarget: String, CaseIterable, ArgumentValue {
    case pkcs1, pkcs8, spki, der, jwk, openssh, age

    /// The library's form; nil for age's, which is no form of the library's key formats.
    func format(isPrivate: Bool) -> KeyFormat? {
        switch self {
        case .pkcs1: .pkcs1
        case .pkcs8: .pkcs8
        case .spki: .spki
        case .der: isPrivate ? .pkcs8 : .spki
        case .jwk: .jwk
        case .openssh: .openssh
        case .age: nil
        }
    }
}
