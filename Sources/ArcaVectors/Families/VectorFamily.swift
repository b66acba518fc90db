/// A kind of cases: makes questions of their fields, with what the answers must be.
///
/// A new family is one file with a type of this protocol, and its line in ``FamilyTable``. It does not run anything
/// itself: operations do, and other programs can be asked the same.
public protocol VectorFamily: Sendable {
    /// Makes the family for a kind of cases, or nil when it is not for that kind.
    init?(_ kind: VectorKind)

    /// What reports call it, and `--only` takes: `aes-gcm`.
    var name: String { get }

    /// Makes questions of a case.
    ///
    /// - Parameter fields: The case's fields. Each must be read, or passed over with a reason; the case fails otherwise.
    /// - Returns: The questions with what their answers must be, or why there are none.
    /// - Throws: ``VectorError`` when a field is missing or has another form than it should.
    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial
}
