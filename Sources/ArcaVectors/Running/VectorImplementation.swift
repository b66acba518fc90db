public import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// Something that responds to requests: Arca, or another program.
public protocol VectorImplementation: Sendable {
    /// Responds to a request; called from several threads at once.
    ///
    /// - Parameter request: What is asked.
    /// - Returns: What came out, or why nothing did.
    /// - Throws: ``VectorError`` when the request itself cannot be made, which fails the case.
    func respond(to request: TestPlan.Request) throws(VectorError) -> TestPlan.Response

    /// Responds to several requests; one after the other unless it can do better.
    ///
    /// - Parameter requests: What is asked.
    /// - Returns: As many results, in the same order.
    func responses(to requests: [TestPlan.Request]) -> [Result<TestPlan.Response, VectorError>]

    /// How many cases it is best asked about at once.
    var caseCountAtOnce: Int { get }

    /// Why it cannot be asked at all, which ends a run; nil while it can.
    var failure: VectorError? { get }
}

extension VectorImplementation {
    /// Responds to the requests one after the other.
    public func responses(to requests: [TestPlan.Request]) -> [Result<TestPlan.Response, VectorError>] {
        requests.map { request in Result { () throws(VectorError) in try respond(to: request) } }
    }

    /// So few that locking costs little and a file's last cases are still shared among the workers.
    public var caseCountAtOnce: Int { 8 }

    /// None.
    public var failure: VectorError? { nil }
}

/// Arca itself, responding through the same functions that its users call.
public struct ArcaImplementation: VectorImplementation {
    /// Makes it.
    public init() {}

    /// Responds to a request by the operation of that name.
    public func respond(to request: TestPlan.Request) throws(VectorError) -> TestPlan.Response {
        guard let operation = OperationTable.operation(named: request.operation) else {
            return .unsupported("Arca has no operation \(request.operation)")
        }
        do {
            return .outputs(try operation.respond(to: request))
        } catch let error as VectorError {
            throw error
        } catch OperationError.unsupported(let reason) {
            return .unsupported(reason)
        } catch OperationError.refused(let reason) {
            return .refused(.init(reason))
        } catch let error as any ArcaError {
            // What a container or a codec does not support, it refuses: vectors say so.
            let isMissing = error.kind == .unsupported && (error is CryptoError || error is KeyError)
            return isMissing ? .unsupported(error.message) : .refused(Self.refusal(error))
        } catch {
            return .refused(.init("\(error)"))
        }
    }

    private static func refusal(_ error: any ArcaError) -> TestPlan.Response.Refusal {
        let place: String? =
            switch error.place {
            case .offset(let offset), .index(let offset): String(offset)
            case .text(let position): "\(position.offset):\(position.line):\(position.column)"
            case .name, nil: nil
            }
        return .init(code: error.codeName, place: place, error.message)
    }
}
