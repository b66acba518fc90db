// Compares the module with the command: the catalog, every vector of codecs, compression, gesture patterns, and
// `decode auto` on a corpus.
//
//     node compare.mjs WASM COMMAND
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

const [wasm, command] = process.argv.slice(2);
const root = new URL("../../", import.meta.url).pathname;
const connect = new Function(readFileSync(root + "Web/worker.js", "utf8") + "; return connect;")();
const arca = connect(new WebAssembly.Module(readFileSync(wasm)));
const codecs = arca.catalog();
const find = (name) => codecs.find((codec) => codec.name === name);
let count = 0, differences = 0;

function arcaCommand(words, input) {
  return new Promise((done) => {
    const child = spawn(command, words), output = [], messages = [];
    child.stdout.on("data", (data) => output.push(data));
    child.stderr.on("data", (data) => messages.push(data));
    child.stdin.on("error", () => {});
    child.on("close", (status) => done({ status, output: Buffer.concat(output), messages: Buffer.concat(messages).toString() }));
    child.stdin.end(input);
  });
}
function differ(what, mine, theirs) {
  if (++differences <= 20) console.error(`differs: ${what}\n  page:    ${mine}\n  command: ${theirs}`);
}
const forms = {
  "ascii85 adobe": "ascii85(adobe)", "ascii85 btoa": "ascii85(btoa)", "base16 upper": "base16(upper)", "base32 hex": "base32hex", "base32 zBase32": "zbase32",
  "base58 ripple": "base58(alphabet=ripple)", "base58 flickr": "base58(alphabet=flickr)", "base62 lowerFirst": "base62(alphabet=lower-first)",
  "base64 url": "base64url", "base64 urlUnpadded": "base64url(no-padding)", "base64 mime": "mime", "crockford checked": "crockford(check)",
  "percent form": "percent(form=form)", "hexdump canonical": "hexdump(canonical)", "hexdump plain": "hexdump(plain)", "bacon letters24": "bacon(form=letters24)",
  "string python": "string(form=python)",
};
async function compareCase(codec, test) {
  const named = forms[`${codec} ${test.form}`] ?? (/[a-z]+=/.test(test.form) ? `${codec}(${test.form})` : codec);
  const bytes = Buffer.from(test.inputHex ?? test.input ?? "", test.inputHex === undefined ? "utf8" : "hex");
  for (const isLenient of [false, true]) {
    const options = find(named.replace(/\(.*/, ""))?.decode.map((option) => option.name) ?? [];
    if (isLenient && !options.includes("lenient")) continue;
    const step = !isLenient ? named : named.endsWith(")") ? named.slice(0, -1) + ",lenient)" : named + "(lenient)";
    const { report, output } = arca.run(["decode " + step], bytes, false);
    const mine = report.error ? null : Buffer.from(output(1));
    const theirs = await arcaCommand(["decode", step], bytes);
    count++;
    if (report.error) {
      // The command names the file or the codec, and words its hints for its options.
      const line = theirs.messages.split("\n").find((line) => line.includes("error: ")) ?? "";
      const message = line.replace(/^.*?error: (standard input: )?/, "").replace(`${named.replace(/\(.*/, "")}: ${report.error.message}`, report.error.message);
      if (theirs.status === 0 || message !== report.error.message) differ(`${test.id}, ${step}`, report.error.message, theirs.status ? message : "success");
    } else if (theirs.status || Buffer.compare(theirs.output, mine)) {
      differ(`${test.id}, ${step}`, mine.toString("hex").slice(0, 80), theirs.status ? theirs.messages.trim() : theirs.output.toString("hex").slice(0, 80));
    }
  }
}
async function compareAuto(bytes) {
  const mine = arca.find(bytes).report, { output } = await arcaCommand(["decode", "auto", "--json"], bytes);
  const theirs = JSON.parse(output.toString());
  count++;
  const brief = (best, steps) => best ? [steps, best.byteCount, best.confidence.toFixed(6), best.content.name].join(" | ") : "nothing";
  const left = [brief(mine.best, mine.layers.map((layer) => layer.step).join(",")), mine.input.name, ...mine.alternatives.map((other) => brief(other, other.recipe))].join("\n");
  const right = [brief(theirs.best, theirs.best?.arguments[0]), theirs.input.name, ...theirs.alternatives.map((other) => brief(other, other.arguments[0]))].join("\n");
  if (left !== right) differ(`auto of ${Buffer.from(bytes).toString("base64").slice(0, 200)}`, left, right);
}
// Chains of encodings over sentences, always the same.
function* corpus() {
  const contents = ["The quick brown fox jumps over the lazy dog.", "Der Schlüssel liegt unter der Fußmatte, wie immer.", "你好，世界。明天上午十点开会。", "Встреча завтра в десять часов.",
    '{"user":"alice","roles":["admin","ops"],"expires":1767225600}', "https://example.com/login?next=%2Fhome&token=abc123", "SELECT name FROM users WHERE id = 42;", "admin", "",
    "5d41402abc4b2a76b9719d911017c592", "f47ac10b-58cc-4372-a567-0e02b2c3d479", "BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lovelace\nEND:VCARD\n", "just some ordinary words in a row"];
  const names = codecs.filter((codec) => codec.encode && !codec.encode.some((option) => option.isRequired)).map((codec) => codec.name);
  const keyed = ["caesar(shift=7)", "vigenere(key=lemon)", "affine(key=5\\,8)", "rail-fence(key=3)", "xor(key=0x5a)"];
  let state = 4099;
  const next = (limit) => (state = (state * 1103515245 + 12345) % 2147483648) % limit;
  const utf8 = (text) => new TextEncoder().encode(text);
  for (const content of contents) {
    yield utf8(content);
    for (const name of [...names, ...keyed]) {
      const { report, output } = arca.run(["encode " + name], utf8(content), false);
      if (!report.error) yield output(1);
    }
    for (let round = 0; round < 12; round++) {
      const steps = Array.from({ length: 2 + next(2) }, () => "encode " + names[next(names.length)]);
      const { report, output } = arca.run(steps, utf8(content), false);
      if (report.error || output(steps.length).length > 20000) continue;
      const bytes = output(steps.length);
      yield bytes;
      yield bytes.slice(0, bytes.length - next(4));
    }
  }
}
async function all(rows, compare) {
  const iterator = rows[Symbol.iterator]();
  const worker = async () => { for (let row; !(row = iterator.next()).done;) await compare(row.value); };
  await Promise.all([worker(), worker(), worker()]);
}

const json = async (words, input) => { const { output } = await arcaCommand([...words, "--json"], input); return output.length ? JSON.parse(output.toString()) : null; };
async function compareCatalog(way) {
  const rows = (await json([way, "list"])).codecs, mine = codecs.filter((codec) => codec[way]);
  const text = (row, options) => [row.name, row.aliases.join(), row.summary, options.join()].join(" | ");
  const [left, right] = [mine.map((row) => text(row, row[way].map((option) => "--" + option.name))), rows.map((row) => text(row, row.options.filter((option) => option !== "--crack")))];
  count++;
  for (const row of [...left.filter((row) => !right.includes(row)), ...right.filter((row) => !left.includes(row))]) differ(`${way} list`, left.includes(row) ? row : "missing", right.includes(row) ? row : "missing");
}
async function compareCompression([format, bytes]) {
  const mine = Buffer.from(arca.run(["encode " + format], bytes, false).output(1)), theirs = (await arcaCommand(["compress", "--no-name", "--format", format], bytes)).output;
  count++;
  // The header's operating system: the page has none.
  if (format === "gzip") mine[9] = theirs[9];
  if (Buffer.compare(mine, theirs)) differ(`compress ${format} of ${bytes.length} bytes`, mine.toString("hex").slice(0, 80), theirs.toString("hex").slice(0, 80));
}
async function comparePattern([grid, rules, dots]) {
  const mine = arca.pattern(`${grid} ${rules} ${dots}`), options = ["--grid", grid, "--rules", rules];
  const render = (text) => arcaCommand(["pattern", "render", "--pattern-from", "stdin", ...options], text);
  const right = await render(dots);
  count++;
  if (mine.error || right.status) {
    const message = right.messages.split("\n")[0].replace(/^arca.*?: error: /, "");
    if (!mine.error || !right.status || !message.endsWith(mine.error)) differ(`pattern ${grid} ${rules} ${dots}`, mine.error ?? "success", right.status ? message : "success");
    return;
  }
  for (const notation of ["digits", "zero-digits", "dotted", "bracketed", "coordinates"].filter((name) => mine[name])) {
    const { output } = await arcaCommand(["pattern", "render", "--pattern-from", "stdin", "--notation", notation, ...options], mine[notation]);
    if (Buffer.compare(output, right.output)) differ(`pattern ${mine[notation]}`, notation, "another drawing");
  }
  if (mine.dots.length > 9 || grid.startsWith("4") || mine["zero-digits"] === undefined) return;
  for (const [number, input] of [[1, Uint8Array.from(mine.dots)], [0, new TextEncoder().encode(mine.digits)], [3, new TextEncoder().encode(mine["zero-digits"])]]) {
    const digest = Buffer.from(arca.digest(number, input), "hex"), found = arca.audit(`${grid} ${rules}`, digest), theirs = await json(["pattern", "audit", ...options], digest);
    count++;
    const [left, right] = [[found.function, found.encoding, found.triedCount, found.dots?.map((dot) => dot + 1).join("")].join(), [theirs.function, theirs.encoding, theirs.triedCount, theirs.pattern].join()];
    if (left !== right) differ(`pattern audit of ${digest.toString("hex")}`, left, right);
  }
}
const drawings = [["3x3", "android", "14789"], ["3x3", "android", "1397"], ["3x3", "android", "0.2.8.6.4"], ["3x3", "ios", "1397"], ["3x3", "free-1", "5"], ["2x2", "android", "1243"], ["2x4", "android", "1234"], ["4x4", "android", "0.3.15.12"],
  ["6x6", "free-2", "(0,0)(5,5)"], ["3x3", "android", "123"], ["3x3", "android", "1231"], ["3x3", "android", "12x4"], ["3x3", "android", "[1][2][3][6]"], ["3x3", "android", "1.2.3.9"], ["7x3", "android", "1234"], ["3x3", "free-40", "1234"]];

const vectors = [];
for (const way of ["decode", "encode"]) await compareCatalog(way);
const contents = ["", "a", "hello hello hello", "The quick brown fox. ".repeat(400), Array.from({ length: 60000 }, (_, index) => String.fromCharCode(32 + index * 7919 % 95)).join("")].map((text) => new TextEncoder().encode(text));
await all(["gzip", "zlib", "deflate"].flatMap((format) => contents.map((bytes) => [format, bytes])), compareCompression);
console.log(`catalog and compression: ${count} comparisons, ${differences} differences`);
let start = [count, differences];
await all(drawings, comparePattern);
console.log(`patterns: ${count - start[0]} comparisons, ${differences - start[1]} differences`);
start = [count, differences];
for (const name of readdirSync(root + "Vectors/codecs").filter((name) => name.endsWith(".json"))) {
  const file = JSON.parse(readFileSync(`${root}Vectors/codecs/${name}`));
  if (find(file.codec)) for (const test of file.cases) vectors.push([file.codec, test]);
}
await all(vectors, ([codec, test]) => compareCase(codec, test));
console.log(`vectors of codecs: ${count - start[0]} comparisons, ${differences - start[1]} differences`);
const before = [count, differences];
await all(corpus(), compareAuto);
console.log(`decode auto: ${count - before[0]} comparisons, ${differences - before[1]} differences`);
if (count < 1000) { console.error("too few comparisons"); process.exit(1); }
process.exit(differences ? 1 : 0);
