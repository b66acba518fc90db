internal import ArcaCore
import ArcaPatterns
import Testing

@Suite struct EnrollmentTests {
    @Test("asks for a new pattern twice")
    func create() throws {
        var enrollment = Pattern.Enrollment(.create)
        #expect(enrollment.step == .draw && enrollment.result == nil)
        #expect(try enrollment.draw([0, 1]) == .draw)
        #expect(enrollment.remark == .refused(PatternError.code(.tooShort, at: .index(2))))
        #expect(try enrollment.draw([0, 1, 2, 5]) == .repeat && enrollment.remark == nil)
        #expect(try enrollment.draw([0, 1, 2, 4]) == .draw && enrollment.remark == .differs)
        #expect(try enrollment.draw([0, 2, 5, 8]) == .repeat)
        #expect(try enrollment.draw([0, 1, 2, 5, 8]) == .done)
        #expect(enrollment.result?.dots == [0, 1, 2, 5, 8])
        #expect(throws: PatternError.code(.wrongState)) { try enrollment.draw([0, 1, 2, 5]) }
    }

    @Test("asks for the old pattern before a change, and requires another one")
    func change() throws {
        var enrollment = try Pattern.Enrollment(.change, tries: 2)
        let isOld: (Pattern) -> Bool = { $0.dots == [0, 1, 2, 5] }
        #expect(enrollment.step == .confirmOld && enrollment.triesLeft == 2)
        #expect(try enrollment.draw([0, 1, 4, 5], verify: isOld) == .confirmOld)
        #expect(enrollment.remark == .wrong && enrollment.triesLeft == 1)
        #expect(try enrollment.draw([0], verify: isOld) == .confirmOld && enrollment.triesLeft == 1)
        #expect(try enrollment.draw([0, 1, 2, 5], verify: isOld) == .draw)
        #expect(try enrollment.draw([0, 1, 2, 5]) == .draw && enrollment.remark == .unchanged)
        #expect(try enrollment.draw([6, 7, 8, 5]) == .repeat)
        #expect(try enrollment.draw([6, 7, 8, 5]) == .done)
    }

    @Test("limits the attempts, but does not count errors of the check")
    func verify() throws {
        struct Busy: Error {}
        var enrollment = try Pattern.Enrollment(.verify, rules: .ios, tries: 2)
        #expect(throws: Busy.self) { try enrollment.draw([0, 2, 4, 6]) { _ in throw Busy() } }
        #expect(enrollment.triesLeft == 2)
        #expect(try enrollment.draw([0, 2, 4, 6]) { _ in false } == .confirmOld)
        #expect(try enrollment.draw([0, 2, 4, 6]) { _ in false } == .failed)
        #expect(throws: PatternError.code(.wrongState)) { try enrollment.draw([0, 2, 4, 6]) }
        var second = Pattern.Enrollment(.verify)
        #expect(try second.draw([0, 2, 4, 6]) { $0.dots == [0, 1, 2, 4, 6] } == .done)
    }
}
