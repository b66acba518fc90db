internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPlatform

/// Words in passwords: those that everybody tries first, and the English words that passphrases are made of.
///
/// A word may have capitals, and digits or signs in the place of letters that look alike.
struct StrengthWords: Sendable {
    /// Made at first use, and kept.
    static let shared = StrengthWords()

    /// Common passwords and parts of them, those that are used most at the front.
    ///
    /// Source: the lists of most used passwords that are published every year (SplashData 2011 to 2019, NordPass 2020 to
    /// 2024), digits and keyboard rows left out, which are found by themselves.
    private static let common = """
        password qwerty admin welcome iloveyou monkey dragon letmein football princess login abc123 master sunshine
        shadow baseball superman michael trustno1 batman hello charlie passw0rd donald freedom whatever jordan ashley
        bailey access flower mustang starwars secret test guest user root pass love summer winter spring autumn money
        hunter killer soccer hockey computer internet pokemon naruto cheese pepper ginger cookie chocolate banana
        orange purple yellow silver golden lovely angel angels jesus buster tigger thomas robert daniel andrew joshua
        jessica jennifer michelle nicole amanda hannah matthew anthony george harley ranger corvette ferrari mercedes
        yankees chelsea liverpool arsenal barcelona liverpool samsung google facebook linkedin myspace adobe photoshop
        azerty azertyuiop changeme default temp service server oracle cisco system demo public qazwsx asdf zxcvbn
        blink182 maggie joseph andrea carlos daniela junior family friend friends forever mother father sister brother
        baby babygirl lover sexy fuckyou fuck hottie biteme matrix phoenix eagle tiger lion snoopy peanut diamond
        london paris berlin america canada germany france england monday friday january june july august september
        october november december
        """

    private let words: [[UInt8]]
    /// What the choice of each word costs, in bits.
    private let costs: [Double]
    /// The words that begin with three letters.
    private let byBeginning: [UInt32: [Int]]

    private init() {
        var words: [[UInt8]] = []
        var costs: [Double] = []
        var known: Set<[UInt8]> = []
        let common = Self.common.utf8.split { $0 <= 0x20 }.map { Array($0) }
        for (rank, word) in common.enumerated() where known.insert(word).inserted {
            words.append(word)
            costs.append(log2(Double(rank + 2)))
        }
        let list = WordList.english
        for index in 0..<list.count {
            let word = Array(list[index])
            guard word.count >= 3, known.insert(word).inserted else { continue }
            words.append(word)
            costs.append(log2(Double(list.count + common.count)))
        }
        self.words = words
        self.costs = costs
        byBeginning = Dictionary(grouping: words.indices) { Self.beginning(words[$0][0], words[$0][1], words[$0][2]) }
    }

    /// Calls `reach` with the end and the bits of every word that a password has at a place.
    func words(_ password: Span<UInt8>, _ start: Int, _ reach: (Int, Double) -> Void) {
        guard start + 3 <= password.count else { return }
        let letters = (start..<start + 3).map { Self.letter(password[$0]) }
        // A sign may stand for itself or for a letter; where it could be both, both are looked for.
        let plain = (start..<start + 3).map { StrengthPatterns.lower(password[$0]) }
        for beginning in Set([
            Self.beginning(letters[0], letters[1], letters[2]), Self.beginning(plain[0], plain[1], plain[2]),
        ]) {
            for index in byBeginning[beginning] ?? [] {
                let word = words[index]
                guard start + word.count <= password.count else { continue }
                var (capitals, signs) = (0, 0)
                let isFound = word.indices.allSatisfy { place in
                    let byte = password[start + place]
                    if StrengthPatterns.lower(byte) == word[place] {
                        if byte != word[place] { capitals += 1 }
                        return true
                    }
                    signs += 1
                    return Self.letter(byte) == word[place]
                }
                guard isFound else { continue }
                let isFirst = capitals == 1 && (0x41...0x5a).contains(password[start])
                let capitalBits =
                    capitals == 0
                    ? 0 : isFirst || capitals + signs == word.count ? 1 : Double(min(capitals + 2, word.count))
                reach(start + word.count, costs[index] + capitalBits + Double(signs == 0 ? 0 : signs + 1))
            }
        }
    }

    private static func beginning(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
        UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    }

    /// The small letter that a character is or looks like.
    private static func letter(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "@"), UInt8(ascii: "4"): UInt8(ascii: "a")
        case UInt8(ascii: "8"): UInt8(ascii: "b")
        case UInt8(ascii: "("): UInt8(ascii: "c")
        case UInt8(ascii: "3"): UInt8(ascii: "e")
        case UInt8(ascii: "6"), UInt8(ascii: "9"): UInt8(ascii: "g")
        case UInt8(ascii: "1"), UInt8(ascii: "!"), UInt8(ascii: "|"): UInt8(ascii: "i")
        case UInt8(ascii: "0"): UInt8(ascii: "o")
        case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
        case UInt8(ascii: "7"), UInt8(ascii: "+"): UInt8(ascii: "t")
        case UInt8(ascii: "2"): UInt8(ascii: "z")
        default: StrengthPatterns.lower(byte)
        }
    }
}
