internal import ArcaCodecs
import ArcaPatterns
import Testing

@Suite struct EnrolmentTests {
    @Test("a new pattern is drawn twice")
    func create() throws {
        var enrolment = Enrolment(.create)
        #expect(enrolment.step == .draw && enrolment.result == nil)
        #expect(try enrolment.draw([0, 1]) == .draw)
        #expect(enrolment.remark == .refused(PatternError(.tooShort, at: 2, "")))
        #expect(try enrolment.draw([0, 1, 2, 5]) == .repeat && enrolment.remark == nil)
        #expect(try enrolment.draw([0, 1, 2, 4]) == .draw && enrolment.remark == .differs)
        #expect(try enrolment.draw([0, 2, 5, 8]) == .repeat)
        #expect(try enrolment.draw([0, 1, 2, 5, 8]) == .done)
        #expect(enrolment.result?.dots == [0, 1, 2, 5, 8])
        #expect(throws: PatternError(.wrongState, "")) { try enrolment.draw([0, 1, 2, 5]) }
    }

    @Test("a change asks for the old pattern first, and takes another one")
    func change() throws {
        var enrolment = Enrolment(.change, tries: 2)
        let isOld: (Pattern) -> Bool = { $0.dots == [0, 1, 2, 5] }
        #expect(enrolment.step == .confirmOld && enrolment.triesLeft == 2)
        #expect(try enrolment.draw([0, 1, 4, 5], verify: isOld) == .confirmOld)
        #expect(enrolment.remark == .wrong && enrolment.triesLeft == 1)
        #expect(try enrolment.draw([0], verify: isOld) == .confirmOld && enrolment.triesLeft == 1)
        #expect(try enrolment.draw([0, 1, 2, 5], verify: isOld) == .draw)
        #expect(try enrolment.draw([0, 1, 2, 5]) == .draw && enrolment.remark == .unchanged)
        #expect(try enrolment.draw([6, 7, 8, 5]) == .repeat)
        #expect(try enrolment.draw([6, 7, 8, 5]) == .done)
    }

    @Test("tries run out, errors while checking cost none")
    func verify() throws {
        struct Busy: Error {}
        var enrolment = Enrolment(.verify, rules: .ios, tries: 2)
        #expect(throws: Busy.self) { try enrolment.draw([0, 2, 4, 6]) { _ in throw Busy() } }
        #expect(enrolment.triesLeft == 2)
        #expect(try enrolment.draw([0, 2, 4, 6]) { _ in false } == .confirmOld)
        #expect(try enrolment.draw([0, 2, 4, 6]) { _ in false } == .failed)
        #expect(throws: PatternError(.wrongState, "")) { try enrolment.draw([0, 2, 4, 6]) }
        var second = Enrolment(.verify)
        #expect(try second.draw([0, 2, 4, 6]) { $0.dots == [0, 1, 2, 4, 6] } == .done)
    }
}
