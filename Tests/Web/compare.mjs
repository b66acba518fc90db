// Compares the module with the command: every vector of codecs, and `decode auto` on a corpus.
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

const vectors = [];
for (const name of readdirSync(root + "Vectors/codecs").filter((name) => name.endsWith(".json"))) {
  const file = JSON.parse(readFileSync(`${root}Vectors/codecs/${name}`));
  if (find(file.codec)) for (const test of file.cases) vectors.push([file.codec, test]);
}
await all(vectors, ([codec, test]) => compareCase(codec, test));
console.log(`vectors of codecs: ${count} comparisons, ${differences} differences`);
const before = [count, differences];
await all(corpus(), compareAuto);
console.log(`decode auto: ${count - before[0]} comparisons, ${differences - before[1]} differences`);
if (count < 1000) { console.error("too few comparisons"); process.exit(1); }
process.exit(differences ? 1 : 0);
