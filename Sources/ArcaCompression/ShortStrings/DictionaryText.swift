/// The texts behind the dictionaries and models of short strings, version 1.
///
/// They were written for it or put together from lists that were; `scripts/short-strings` has sources and builder. Stored
/// strings depend on every byte: a change needs a new version beside the old one.
enum DictionaryText {}
