public import ArcaCodecs

extension Pattern {
    /// The steps in which a user sets, changes or shows a pattern, without any user interface.
    ///
    /// Feed it what is drawn; it says what to ask for next. A new pattern is drawn twice; a change asks for the old one
    /// first. Patterns that are too short or break the rules are asked for again and do not count as tries.
    ///
    /// ```swift
    /// var enrollment = Enrollment(.create, rules: .android)
    /// enrollment.step  // .draw
    /// try enrollment.draw([0, 1, 2, 5])  // .repeat
    /// try enrollment.draw([0, 1, 2, 5])  // .done
    /// ```
    public struct Enrollment: Sendable {
        /// What the user wants.
        public enum Purpose: Sendable, Hashable {
            /// Set the first pattern.
            case create
            /// Show that the pattern is known.
            case verify
            /// Show the old pattern, then set a new one.
            case change
        }

        /// What to ask for next.
        public enum Step: Sendable, Hashable {
            /// The pattern that is stored.
            case confirmOld
            /// A new pattern.
            case draw
            /// The new pattern once more.
            case `repeat`
            /// Nothing: all went well.
            case done
            /// Nothing: no try is left.
            case failed
        }

        /// What was wrong with the last drawing.
        public enum Remark: Sendable, Hashable {
            /// It breaks the rules.
            case refused(PatternError)
            /// The second drawing differs from the first.
            case differs
            /// It is not the stored pattern.
            case wrong
            /// The new pattern is the old one.
            case unchanged
        }

        /// What the user wants.
        public let purpose: Purpose
        /// The grid.
        public let grid: Pattern.Grid
        /// The rules.
        public let rules: PatternRules
        /// What to ask for next.
        public private(set) var step: Step
        /// What was wrong with the last drawing; nil when nothing was.
        public private(set) var remark: Remark?
        /// Tries at the stored pattern that are left.
        public private(set) var triesLeft: Int
        /// The new pattern, once it is ``Step/done``.
        public var result: Pattern? { step == .done ? candidate : nil }

        private var old: Pattern?
        private var candidate: Pattern?

        /// Starts.
        ///
        /// - Parameters:
        ///   - purpose: What the user wants.
        ///   - grid: The grid.
        ///   - rules: The rules.
        ///   - tries: How often the stored pattern may be drawn wrongly, 1 or more.
        /// - Throws: ``PatternError`` with code `.invalidOption` for less than one try.
        public init(
            _ purpose: Purpose, grid: Pattern.Grid = .standard, rules: PatternRules = .android, tries: Int
        ) throws(PatternError) {
            guard tries > 0 else {
                throw PatternError(.invalidOption, "a stored pattern may be drawn once or more, not \(tries) times")
            }
            self.init(purpose, grid: grid, rules: rules)
            triesLeft = tries
        }

        /// Starts with five tries at the stored pattern.
        ///
        /// - Parameters:
        ///   - purpose: What the user wants.
        ///   - grid: The grid.
        ///   - rules: The rules.
        public init(_ purpose: Purpose, grid: Pattern.Grid = .standard, rules: PatternRules = .android) {
            self.purpose = purpose
            self.grid = grid
            self.rules = rules
            triesLeft = 5
            step = purpose == .create ? .draw : .confirmOld
        }

        /// Takes a drawing.
        ///
        /// - Parameters:
        ///   - dots: The dots that were touched, from 0; secret.
        ///   - verify: Checks the stored pattern; needed for ``Step/confirmOld``.
        /// - Returns: What to ask for next; ``remark`` says what was wrong.
        /// - Throws: ``PatternError`` with code `.wrongState` when nothing was asked for, and what `verify` throws,
        ///   which costs no try.
        @discardableResult
        public mutating func draw(_ dots: [Int], verify: (Pattern) throws -> Bool = { _ in false }) throws -> Step {
            guard step != .done, step != .failed else {
                throw PatternError(.wrongState, "no pattern is asked for")
            }
            remark = nil
            let pattern: Pattern
            do {
                pattern = try Pattern(dots: dots, grid: grid, rules: rules)
            } catch {
                remark = .refused(error)
                return step
            }
            switch step {
            case .confirmOld: try confirm(pattern, verify)
            case .draw: take(pattern)
            default: compare(pattern)
            }
            return step
        }

        private mutating func confirm(_ pattern: Pattern, _ verify: (Pattern) throws -> Bool) throws {
            guard try verify(pattern) else {
                triesLeft -= 1
                remark = .wrong
                if triesLeft == 0 { step = .failed }
                return
            }
            if purpose == .change {
                old = pattern
                step = .draw
            } else {
                candidate = pattern
                step = .done
            }
        }

        private mutating func take(_ pattern: Pattern) {
            guard pattern != old else {
                remark = .unchanged
                return
            }
            candidate = pattern
            step = .repeat
        }

        private mutating func compare(_ pattern: Pattern) {
            guard pattern == candidate else {
                // From the beginning: the first drawing may have been the wrong one.
                candidate = nil
                remark = .differs
                step = .draw
                return
            }
            step = .done
        }
    }
}
