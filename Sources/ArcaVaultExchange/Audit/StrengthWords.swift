internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform

/// Known words in passwords: common passwords, names and the English words of passphrases, or the words about an item.
///
/// A match may have capitals, and digits or punctuation marks in place of similar letters.
struct StrengthWords: Sendable {
    static let shared = StrengthWords()

    /// Common passwords and parts of them, most frequent first.
    ///
    /// Source: the annual lists of most used passwords (SplashData 2011 to 2019, NordPass 2020 to 2024), without digits
    /// and keyboard rows, which are detected separately.
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

    /// Frequent first names and surnames of English-speaking and European countries, without accents.
    ///
    /// Source: compiled for Arca by hand; not copied from another list.
    private static let names = """
        james john robert michael william david richard charles joseph thomas christopher daniel paul mark donald george
        kenneth steven edward brian ronald anthony kevin jason matthew gary timothy jose larry jeffrey frank scott eric
        stephen andrew raymond gregory joshua jerry dennis walter patrick peter harold douglas henry carl arthur ryan
        roger joe juan jack albert jonathan justin terry gerald keith samuel willie ralph lawrence nicholas roy benjamin
        bruce brandon adam harry fred wayne billy steve louis jeremy aaron randy howard eugene carlos russell bobby
        victor martin ernest phillip todd jesse craig alan shawn clarence sean philip chris johnny earl jimmy antonio
        danny bryan tony luis mike stanley leonard nathan dale manuel rodney curtis norman allen marvin vincent glenn
        jeffery travis jeff chad jacob lee melvin alfred kyle francis bradley jesus herbert frederick ray joel edwin don
        eddie ricky troy randall barry alexander bernard mario leroy francisco marcus micheal theodore clifford miguel
        oscar jay jim tom calvin alex jon ronnie bill lloyd tommy leon derek warren darrell jerome floyd leo alvin tim
        wesley gordon dean greg jorge dustin pedro derrick dan lewis zachary corey herman maurice vernon roberto clyde
        glen hector shane ricardo sam rick lester brent ramon charlie tyler gilbert gene ethan noah liam mason logan lucas
        elijah oliver aiden dylan caleb evan gavin hunter connor owen isaac luke isaiah adrian julian max finn felix
        mary patricia linda barbara elizabeth jennifer maria susan margaret dorothy lisa nancy karen betty helen sandra
        donna carol ruth sharon michelle laura sarah kimberly deborah jessica shirley cynthia angela melissa brenda amy
        anna rebecca virginia kathleen pamela martha debra amanda stephanie carolyn christine marie janet catherine
        frances ann joyce diane alice julie heather teresa doris gloria evelyn jean cheryl mildred katherine joan ashley
        judith rose janice kelly nicole judy christina kathy theresa beverly denise tammy irene jane lori rachel marilyn
        andrea kathryn louise sara anne jacqueline wanda bonnie julia ruby lois tina phyllis norma paula diana annie
        lillian emily robin peggy crystal gladys rita dawn connie florence tracy edna tiffany carmen rosa cindy grace
        wendy victoria edith kim sherry sylvia josephine thelma shannon sheila ethel ellen elaine marjorie carrie
        charlotte monica esther pauline emma juanita anita rhonda hazel amber eva debbie april leslie clara lucille jamie
        joanne eleanor valerie danielle megan alicia suzanne michele gail bertha darlene veronica jill erin geraldine
        lauren cathy joann lorraine lynn sally regina erica beatrice dolores bernice audrey yvonne annette samantha
        marion dana stacy ana renee ida vivian roberta holly brittany melanie loretta yolanda jeanette laurie katie
        kristen vanessa alma sue elsie beth jeanne vicki carla tara rosemary eileen lucy stella gina kristin jo ella
        natalie olivia sophia isabella mia abigail madison chloe zoe lily hannah leah claire sofia alexandra alexandria
        caroline molly paige mackenzie sydney haley kayla jasmine destiny brianna morgan taylor jordan bella lena lea
        hans klaus jurgen juergen wolfgang dieter uwe jens stefan andreas thorsten matthias sebastian florian tobias
        markus sven heinz karl fritz otto emil anton moritz jonas jan lars nils niklas fabian dominik marcel ursula monika
        petra sabine birgit heike anja katrin julia claudia ingrid renate helga silke susanne kerstin nadine jana pierre
        jean michel philippe jacques francois nicolas julien laurent olivier camille sophie nathalie isabelle sylvie
        valerie manon giuseppe giovanni marco luca andrea paolo francesca giulia chiara alessandro alessandra lorenzo
        matteo pablo javier alejandro fernando sergio diego rafael angel lucia elena pilar mercedes piotr krzysztof
        andrzej tomasz pawel michal marcin jakub kamil wojciech katarzyna malgorzata agnieszka magdalena joanna ewa
        aleksandra natalia dmitri dmitry sergei sergey vladimir ivan igor oleg alexei alexey natasha olga tatiana svetlana
        irina ekaterina anastasia mohamed mohammed muhammad ahmed ali omar hassan ibrahim fatima aisha mehmet mustafa
        smith johnson williams jones brown davis miller wilson moore taylor anderson jackson white harris thompson
        garcia martinez robinson clark rodriguez lewis lee walker hall allen young hernandez king wright lopez hill green
        adams baker gonzalez nelson carter mitchell perez roberts turner phillips campbell parker evans edwards collins
        stewart sanchez morris rogers reed cook bell murphy bailey rivera cooper richardson cox ward torres peterson gray
        ramirez watson brooks sanders price bennett wood barnes ross henderson coleman jenkins perry powell long patterson
        hughes flores washington butler simmons foster bryant gonzales russell griffin diaz hayes myers ford hamilton
        graham sullivan wallace woods cole west owens reynolds fisher ellis harrison gibson mcdonald cruz marshall ortiz
        gomez murray freeman wells webb simpson stevens tucker porter hicks crawford boyd kennedy warren dixon ramos reyes
        burns gordon shaw holmes rice robertson hunt black daniels palmer mills nichols grant knight ferguson stone hawkins
        dunn perkins hudson spencer gardner stephens payne pierce berry matthews arnold wagner willis watkins olson carroll
        duncan snyder hart cunningham lane andrews ruiz harper fox riley armstrong carpenter weaver greene elliott chavez
        sims peters kelley franklin lawson muller mueller schmidt schneider fischer weber meyer maier mayer schulz schulze
        becker hoffmann hofmann schaefer koch bauer richter klein wolf schroeder neumann schwarz zimmermann braun krueger
        hartmann lange werner krause lehmann martin bernard dubois durand leroy moreau simon laurent lefebvre michel
        rossi russo ferrari esposito bianchi romano colombo ricci marino greco fernandez alvarez jimenez moreno romero
        alonso gutierrez navarro kowalski kowalska nowak wisniewski wojcik kaminski kaminska lewandowski zielinski
        szymanski wozniak dabrowski kozlowski jankowski mazur krawczyk ivanov petrov sidorov smirnov kuznetsov popov
        volkov novak horvat svoboda dvorak nagy kovacs jansen janssen devries vandenberg bakker visser smit johansson
        andersson karlsson nilsson eriksson larsson olsson hansen johansen olsen larsen nielsen jensen pedersen andersen
        silva santos oliveira souza pereira costa almeida khan patel singh kumar sharma gupta nguyen tran wang zhang chen
        liu yang huang zhao kim park choi tanaka suzuki sato yamamoto watanabe yilmaz kaya demir
        """

    private let words: [[UInt8]]
    private let costs: [Double]
    private let byBeginning: [UInt32: [Int]]

    private init() {
        let first = [Self.common, Self.names].map { list in list.utf8.split { $0 <= 0x20 }.map { Array($0) } }
        let list = WordList.english
        let count = first[0].count + first[1].count + list.count
        self.init(
            first.joined().enumerated().map { rank, word in (word, log2(Double(rank + 2))) }
                + (0..<list.count).map { index in (Array(list[index] ?? []), log2(Double(count))) })
    }

    /// The words in texts about an item, which an attacker knows: whole, in parts, and with the parts joined.
    init(in texts: [String]) {
        var words: [[UInt8]] = []
        for text in texts {
            let whole = Array(text.lowercased().utf8)
            let parts = whole.split { !$0.isAlphanumeric && $0 < 0x80 }.map { Array($0) }
            words += [whole] + parts + [Array(parts.joined())]
        }
        let count = Double(Set(words).count)
        self.init(words.map { ($0, log2(count) + 1) })
    }

    /// Creates a dictionary of words with the cost of choosing each; ignores duplicates and words shorter than three
    /// bytes.
    private init(_ entries: [(word: [UInt8], bits: Double)]) {
        var words: [[UInt8]] = []
        var costs: [Double] = []
        var known: Set<[UInt8]> = []
        for (word, bits) in entries where word.count >= 3 && known.insert(word).inserted {
            words.append(word)
            costs.append(bits)
        }
        self.words = words
        self.costs = costs
        byBeginning = Dictionary(grouping: words.indices) { Self.beginning(words[$0][0], words[$0][1], words[$0][2]) }
    }

    /// Calls `reach` with the end and the bits of every word that begins at `start`.
    func words(_ password: Span<UInt8>, _ start: Int, _ reach: (Int, Double) -> Void) {
        guard start + 3 <= password.count else { return }
        let letters = (start..<start + 3).map { Self.letter(password[$0]) }
        // A punctuation mark may be literal or replace a letter; both are looked up.
        let plain = (start..<start + 3).map { password[$0].lowercased }
        for beginning in Set([
            Self.beginning(letters[0], letters[1], letters[2]), Self.beginning(plain[0], plain[1], plain[2]),
        ]) {
            for index in byBeginning[beginning] ?? [] {
                let word = words[index]
                guard start + word.count <= password.count else { continue }
                var (capitals, signs) = (0, 0)
                let isFound = word.indices.allSatisfy { place in
                    let byte = password[start + place]
                    if byte.lowercased == word[place] {
                        if byte != word[place] { capitals += 1 }
                        return true
                    }
                    signs += 1
                    return Self.letter(byte) == word[place]
                }
                guard isFound else { continue }
                let isFirst = capitals == 1 && password[start].isUppercase
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

    /// The lower-case letter that a character is or resembles.
    private static func letter(_ byte: UInt8) -> UInt8 {
        switch byte {
        case .at, UInt8(ascii: "4"): UInt8(ascii: "a")
        case UInt8(ascii: "8"): UInt8(ascii: "b")
        case .leftParenthesis: UInt8(ascii: "c")
        case UInt8(ascii: "3"): UInt8(ascii: "e")
        case UInt8(ascii: "6"), UInt8(ascii: "9"): UInt8(ascii: "g")
        case UInt8(ascii: "1"), .exclamationMark, .verticalBar: UInt8(ascii: "i")
        case UInt8(ascii: "0"): UInt8(ascii: "o")
        case UInt8(ascii: "5"), .dollarSign: UInt8(ascii: "s")
        case UInt8(ascii: "7"), .plus: UInt8(ascii: "t")
        case UInt8(ascii: "2"): UInt8(ascii: "z")
        default: byte.lowercased
        }
    }
}
