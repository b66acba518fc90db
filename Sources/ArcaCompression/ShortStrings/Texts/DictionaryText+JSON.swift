// Made by scripts/short-strings/build.py; SHA-256 of the text:
// af44d1fc79e308435c55c2843b2142b41832b88ffac208cc897b8f18baea8122

extension DictionaryText {
    static let json = jsonPart1 + jsonPart2
}
