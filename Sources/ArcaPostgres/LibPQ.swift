internal import ArcaCore
internal import ArcaPlatform
internal import ArcaVault

/// PostgreSQL's client library, loaded at the first connection only.
///
/// Linking it would load 25 libraries and make every program start ten times as slow. The ABI of `libpq.so.5` has been
/// stable since 2005.
///
/// Source: PostgreSQL 15, chapter 34.
struct LibPQ: Sendable {
    typealias Connection = OpaquePointer
    typealias Result = OpaquePointer
    typealias CString = UnsafePointer<CChar>
    typealias Strings = UnsafePointer<UnsafePointer<CChar>?>
    typealias NoticeProcessor = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void

    let connectStart: @convention(c) (Strings, Strings, Int32) -> Connection?
    let connectPoll: @convention(c) (Connection) -> Int32
    let status: @convention(c) (Connection) -> Int32
    let finish: @convention(c) (Connection) -> Void
    let socket: @convention(c) (Connection) -> Int32
    let errorMessage: @convention(c) (Connection) -> CString?
    let setNonblocking: @convention(c) (Connection, Int32) -> Int32
    let setErrorVerbosity: @convention(c) (Connection, Int32) -> Int32
    let setNoticeProcessor: @convention(c) (Connection, NoticeProcessor, UnsafeMutableRawPointer?) -> UnsafeRawPointer?
    let flush: @convention(c) (Connection) -> Int32
    let consumeInput: @convention(c) (Connection) -> Int32
    let isBusy: @convention(c) (Connection) -> Int32
    let sendQuery:
        @convention(c) (
            Connection, CString, Int32, UnsafePointer<UInt32>?, Strings?, UnsafePointer<Int32>?, UnsafePointer<Int32>?,
            Int32
        ) -> Int32
    let setSingleRowMode: @convention(c) (Connection) -> Int32
    let getResult: @convention(c) (Connection) -> Result?
    let clear: @convention(c) (Result) -> Void
    let resultStatus: @convention(c) (Result) -> Int32
    let resultErrorField: @convention(c) (Result, Int32) -> CString?
    let rowCount: @convention(c) (Result) -> Int32
    let columnCount: @convention(c) (Result) -> Int32
    let columnFormat: @convention(c) (Result, Int32) -> Int32
    let columnType: @convention(c) (Result, Int32) -> UInt32
    let isNull: @convention(c) (Result, Int32, Int32) -> Int32
    let valueLength: @convention(c) (Result, Int32, Int32) -> Int32
    let value: @convention(c) (Result, Int32, Int32) -> UnsafePointer<CChar>?
    /// For example 150018.
    let version: Int32

    /// The library, or the error of loading it.
    static let shared = Swift.Result { try LibPQ() }

    private static let names = ["libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib"]

    private init() throws {
        guard let library = DynamicLibrary(Self.names) else {
            throw VaultError(
                .unsupported, "cannot load libpq, PostgreSQL's client library",
                hint: "install libpq5 (apt) or libpq (brew)")
        }
        func find<Function>(_ name: String, as type: Function.Type = Function.self) throws -> Function {
            guard let function = library.find(name, as: type) else {
                throw VaultError(
                    .unsupported, "libpq has no \(name): it is not PostgreSQL's, or older than version 9.2")
            }
            return function
        }
        connectStart = try find("PQconnectStartParams")
        connectPoll = try find("PQconnectPoll")
        status = try find("PQstatus")
        finish = try find("PQfinish")
        socket = try find("PQsocket")
        errorMessage = try find("PQerrorMessage")
        setNonblocking = try find("PQsetnonblocking")
        setErrorVerbosity = try find("PQsetErrorVerbosity")
        setNoticeProcessor = try find("PQsetNoticeProcessor")
        flush = try find("PQflush")
        consumeInput = try find("PQconsumeInput")
        isBusy = try find("PQisBusy")
        sendQuery = try find("PQsendQueryParams")
        setSingleRowMode = try find("PQsetSingleRowMode")
        getResult = try find("PQgetResult")
        clear = try find("PQclear")
        resultStatus = try find("PQresultStatus")
        resultErrorField = try find("PQresultErrorField")
        rowCount = try find("PQntuples")
        columnCount = try find("PQnfields")
        columnFormat = try find("PQfformat")
        columnType = try find("PQftype")
        isNull = try find("PQgetisnull")
        valueLength = try find("PQgetlength")
        value = try find("PQgetvalue")
        version = try find("PQlibVersion", as: (@convention(c) () -> Int32).self)()
        // This process has already initialized libcrypto.
        try find("PQinitOpenSSL", as: (@convention(c) (Int32, Int32) -> Void).self)(0, 0)
    }
}
