"use strict";
const texts = {
  en: {
    tagline: "Paste a strange string. Every layer is found and shown, on this machine only.", settings: "Settings", dark: "Dark", input: "Input",
    open: "Open file", clear: "Clear", progress: "Progress", cancel: "Cancel", recipe: "Recipe", auto: "Automatic", copyCommand: "Copy command",
    copyChef: "Copy CyberChef link", copyLink: "Copy link", search: "Add a step: base64, gunzip, caesar …", layers: "Layers", privacy:
      "This file works offline. Its security policy allows no network access, so nothing that you enter can leave this page.",
    text: "Text", hex: "Hex", image: "Image", table: "Table", digests: "Digests", content: "content", use: "Use as input", save: "Save", copy: "Copy",
    copied: "Copied", others: "Other interpretations", empty: "Type, paste or drop something on the left, or try one of these.", nothing: "Nothing to decode was found",
    unsure: "No interpretation is certain", off: "Disable", on: "Enable", remove: "Remove", move: "Move; Alt+arrow keys", edit: "Step", encode: "encode",
    reading: "Reading", working: "Working", cancelled: "Cancelled", tooLarge: "The maximum is 100 MB", line: "line", column: "column", bytes: "bytes", byte: "byte",
    sure: "certainty", cut: "an incomplete end was dropped", file: "File", shortened: "Beginning of the content", bad: "The page needs a newer browser", hint: "Hint", position: "Position",
    pattern: "Gesture pattern", grid: "Grid", rules: "Rules",
    free: "Any number of dots", draw: "Dots", dot: "Dot", drawHelp: "Draw with the mouse or a finger. With the keyboard: arrow keys move, space adds a dot, backspace removes the last one, Escape clears.",
    digest: "MD5, SHA-1 or SHA-256 of a pattern, hexadecimal", findPattern: "Find pattern", noPattern: "No pattern of this grid has this digest", tries: "tries", notHex: "A digest has 32, 40 or 64 hexadecimal digits",
  },
  zh: {
    tagline: "粘贴一段看不懂的字符，逐层解开，只在本机进行。", settings: "设置", dark: "深色", input: "输入", open: "打开文件", clear: "清空", progress: "进度", cancel: "取消",
    recipe: "步骤", auto: "自动识别", copyCommand: "复制命令", copyChef: "复制 CyberChef 链接", copyLink: "复制链接", search: "添加步骤：base64、gunzip、caesar……", layers: "各层",
    privacy: "此文件可离线使用。安全策略禁止任何网络访问，输入的内容不会离开本页。", text: "文本", hex: "十六进制", image: "图像", table: "表格", digests: "摘要", content: "内容", use: "作为输入",
    save: "保存", copy: "复制", copied: "已复制", others: "其他解释", empty: "在输入框中键入、粘贴或拖入内容，或试试这些例子。", nothing: "没有发现可解码的内容", unsure: "没有确定的解释", off: "停用", on: "启用",
    remove: "删除", move: "移动（Alt+方向键）", edit: "步骤", encode: "编码", reading: "正在读取", working: "正在处理", cancelled: "已取消", tooLarge: "上限为 100 MB", line: "行", column: "列",
    bytes: "字节", byte: "字节", sure: "可信度", cut: "末尾不完整的部分已舍去", file: "文件", shortened: "内容的开头", bad: "需要较新的浏览器", hint: "提示", position: "位置",
    pattern: "手势图案", grid: "网格", rules: "规则", free: "任意点数", draw: "点阵", dot: "点",
    drawHelp: "用鼠标或手指绘制。键盘操作：方向键移动，空格添加点，退格键删去最后一点，Esc 清空。", digest: "图案的 MD5、SHA-1 或 SHA-256（十六进制）", findPattern: "查找图案",
    noPattern: "此网格中没有图案符合该摘要", tries: "次尝试", notHex: "摘要应为 32、40 或 64 位十六进制数字",
  },
};
// Names, notes and errors of the command in Chinese: exact texts, then patterns. `$1` is translated in turn.
const chinese = {
  "binary data of no known form": "无法识别的二进制数据", nothing: "空", "nothing was found": "没有发现", Greek: "希腊文", "Cyrillic script": "西里尔字母", Hebrew: "希伯来文", "Arabic script": "阿拉伯字母", Thai: "泰文", Korean: "韩文", Japanese: "日文",
  Chinese: "中文", "Chinese in pinyin": "汉语拼音", English: "英文", French: "法文", German: "德文", Spanish: "西班牙文", "UTF-8 text": "UTF-8 文本", "text in an eight-bit charset": "八位字符集文本", "Windows icon": "Windows 图标",
  "MIDI file": "MIDI 文件", "OLE compound document": "OLE 复合文档", "empty ZIP archive": "空的 ZIP 归档", "Mach-O executable": "Mach-O 可执行文件", "ELF executable": "ELF 可执行文件", "Windows executable": "Windows 可执行文件", "Java class": "Java 类",
  "WebAssembly module": "WebAssembly 模块", "SQLite database": "SQLite 数据库", "KeePass database": "KeePass 数据库", "KeePass 1 database": "KeePass 1 数据库", "binary property list": "二进制属性列表", "Parquet table": "Parquet 表", "LUKS encrypted disk": "LUKS 加密磁盘",
  "Ansible vault": "Ansible 加密文件", "OpenSSH private key": "OpenSSH 私钥", "SSH public key": "SSH 公钥", "SSH public key blob": "SSH 公钥数据", script: "脚本", "data: URI": "data: URI", "JSON Web Token": "JSON Web Token", "Debian package": "Debian 软件包", "RPM package": "RPM 软件包",
  "CSV with semicolons": "CSV（分号分隔）", "table with tabs": "表格（制表符分隔）", "PEM block": "PEM 块", "age identity": "age 身份", "age recipient": "age 接收者", "post-quantum age identity": "抗量子 age 身份", "post-quantum age recipient": "抗量子 age 接收者", "identity of an age plugin": "age 插件的身份",
  "password hash": "密码哈希", "systemd credential": "systemd 凭据", width: "宽", height: "高", color: "颜色", frames: "帧数", metadata: "元数据", name: "名称", modified: "修改时间", "plaintext bytes": "明文字节数", "opened by": "可用以下命令打开", entries: "条目数", content: "内容",
  "first entry": "第一个条目", label: "标签", "content bytes": "内容字节数", cipher: "加密算法", salt: "盐", "ciphertext bytes": "密文字节数", algorithm: "算法", bits: "位数", comment: "注释", function: "函数", account: "账户", version: "版本",
  "not authenticated": "没有认证", "not encrypted": "未加密", "not in the file": "文件中未注明", "without a salt: equal passwords have equal hashes": "没有加盐：相同的密码哈希相同", "the account is locked (!)": "账户已锁定（!）",
  "the signature was not verified: anybody may have written this": "签名未经验证：任何人都可能写出此内容", "the search ended at its limit: not everything was tried": "搜索达到上限，未尝试所有可能", "the Base64 contains spaces: a URL or form turned each + into a space": "Base64 含空格：URL 或表单把 + 变成了空格",
  "unused bits of the last symbol are not zero": "最后一个符号的多余位不为零", "the padding is missing": "缺少填充", "padding after a complete group": "完整的组之后有填充", "data after the padding": "填充之后还有数据", "the text ends inside an escape": "文本在转义序列中间结束",
  "= without two hexadecimal digits": "= 之后没有两位十六进制数字", "the JSON value is not a string": "JSON 值不是字符串", "white space at the end of a line": "行末有空白", "a carriage return without a line feed": "有回车而没有换行", "the last group is not the one that encoding gives": "最后一组与编码结果不符",
  "half a surrogate pair, without its second half": "代理对缺少后一半",
};
const patterns = [
  [/^(UTF-8 text|text in an eight-bit charset), (.+)$/, "$1，$2"], [/^(.+) (image|audio|video|media|archive|data|document|font)$/, (all, name, kind) => `${name} ${{ image: "图像", audio: "音频", video: "视频", media: "媒体", archive: "归档", data: "数据", document: "文档", font: "字体" }[kind]}`],
  [/^(.+), armored$/, "$1（文本形式）"], [/^file encrypted by (.+)$/, "由 $1 加密的文件"], [/^(.+) password hash$/, "$1 密码哈希"], [/^password hashes of (\d+) accounts$/, "$1 个账户的密码哈希"], [/^PEM, (\d+) blocks$/, "PEM，$1 个块"], [/^(\d+) bits in hexadecimal, .*$/, "$1 位，十六进制（摘要或密钥）"],
  [/^Base58Check text with its checksum.*$/, "带校验和的 Base58Check 文本，如比特币地址"], [/^Bech32 text with its checksum, prefix '(.*)'$/, "带校验和的 Bech32 文本，前缀“$1”"], [/^Java key store \((.+)\)$/, "Java 密钥库（$1）"], [/^RNCryptor file, version (\d+)$/, "RNCryptor 文件，版本 $1"],
  [/^byte (0x\w+) is not a symbol of (\S+)$/, "字节 $1 不是 $2 的符号"], [/^'(.+)' is not a symbol of (\S+)$/, "“$1”不是 $2 的符号"], [/^(?:byte )?(\S+) is not escaped$/, "$1 没有转义"], [/^no codec is called '(.+)'$/, "没有名为“$1”的编解码器"], [/^(\d+) symbols? in the last group cannot stand for bytes$/, "最后一组的 $1 个符号不能表示字节"],
  [/^the line is longer than (\d+) characters$/, "行超过 $1 个字符"], [/^the line ends after (\d+) characters and is not the last one$/, "此行在 $1 个字符后结束，但不是最后一行"], [/^not a digit of base (\d+)$/, "不是 $1 进制的数字"], [/^(\S+) needs option '?(\S+?)'?$/, "$1 需要选项 $2"], [/^a group of (\d+) symbols stands for more than (\d+) bits$/, "$1 个符号的组超过 $2 位"],
  [/^the media type is (.+)$/, "媒体类型为 $1"], [/^the name is '(.+)'$/, "名称为“$1”"], [/^the prefix is '(.+)'$/, "前缀为“$1”"], [/^the label is '(.+)'$/, "标签为“$1”"], [/^'(.+)' begins no known reference$/, "“$1”不是已知的字符引用"],
  [/^the pattern has (\d+) dots?, and the rules (\S+) ask for (\d+)$/, "图案有 $1 个点，规则 $2 要求至少 $3 个"], [/^dot (\d+) has been joined before$/, "第 $1 点已经连接过"], [/^a (\S+) grid has too many patterns to look at all of them$/, "$1 网格的图案太多，无法逐一尝试"],
];
// A text of the command, with the original as a tooltip.
function translated(text) {
  if (state.language !== "zh" || !text) return text;
  const find = (text) => chinese[text] ?? patterns.reduce((found, [pattern, answer]) => found ?? (pattern.test(text) ? text.replace(pattern, typeof answer === "function" ? answer : (...parts) => answer.replace(/\$(\d)/g, (_, number) => find(parts[number]) ?? parts[number])) : undefined), undefined);
  const answer = find(text);
  return answer ? node("span", { title: text, lang: "zh" }, answer) : node("span", { lang: "en" }, text);
}
const examples = ["SGVsbG8sIHdvcmxkIQ==", "48656c6c6f2c20776f726c6421", "Uryyb, guvf vf n frperg zrffntr", "H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==", "%E4%BD%A0%E5%A5%BD%EF%BC%8C%E4%B8%96%E7%95%8C"];
const compressions = ["gzip", "zlib", "deflate"];
const most = 100e6, previewed = 64 << 10;
const $ = (id) => document.getElementById(id);
const state = { language: "en", bytes: new Uint8Array(), file: null, automatic: true, steps: [], codecs: [], report: null, layers: [], run: 0 };
const t = (key) => texts[state.language][key];

// MARK: Worker

let worker, compiled, pending = new Map(), serial = 0;
function start() {
  const source = $("worker").textContent + ";let arca;onmessage=async({data:[id,name,...values]})=>{" +
    "try{if(name==='module'){arca=connect(values[0]);postMessage([id,arca.catalog()]);return}postMessage([id,run(arca,name,values)])}" +
    "catch(error){postMessage([id,null,String(error)])}};" + run;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.onmessage = ({ data: [id, value, error] }) => { const [done, fail] = pending.get(id) ?? []; pending.delete(id); error ? fail?.(new Error(error)) : done?.(value); };
  return call("module", compiled);
}
const call = (...words) => new Promise((done, fail) => { pending.set(++serial, [done, fail]); worker.postMessage([serial, ...words]); });
// Runs in the worker.
function run(arca, name, [bytes, steps, isCut]) {
  const shown = 64 << 10;
  if (name === "chef") return arca.cyberChef(bytes);
  if (name === "recipe") return arca.recipe(bytes);
  if (name === "audit") return arca.audit(bytes, steps);
  if (name === "pattern") {
    const report = arca.pattern(bytes), hashed = { bytes: Uint8Array.from(report.dots ?? []) };
    for (const form of ["digits", "zero-digits"]) if (report[form]) hashed[form] = new TextEncoder().encode(report[form]);
    report.digests = Object.entries(hashed).flatMap(([form, bytes]) => [["SHA-1", 1], ["MD5", 0], ["SHA-256", 3]].map(([name, number]) => [name, form, arca.digest(number, bytes)]));
    return report;
  }
  if (name === "output") return self.outputs[bytes];
  if (name === "digests") {
    const names = ["MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512"], content = self.outputs[bytes];
    return [["CRC-32", arca.crc32(content)], ...names.map((name, number) => [name, arca.digest(number, content)])];
  }
  const found = steps ? null : arca.find(bytes).report;
  if (found) { steps = found.layers.map((layer) => "decode " + layer.step); isCut = found.best?.isCut; }
  const { report, output } = arca.run(steps, bytes, isCut);
  self.outputs = [bytes, ...report.layers.map((layer, index) => output(index + 1))];
  return { found, steps, report, input: arca.kind(bytes), previews: self.outputs.map((bytes) => bytes.slice(0, shown)), sizes: self.outputs.map((bytes) => bytes.length) };
}

async function load() {
  const read = (id) => { const text = atob($(id).textContent), bytes = new Uint8Array(text.length); for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index); return bytes; };
  const packed = read("module"), count = new DataView(packed.buffer).getUint32(5, true);
  const { memory, unpack, __heap_base } = (await WebAssembly.instantiate(read("unpack"))).instance.exports, place = __heap_base.value + packed.length;
  memory.grow((place + count >> 16) + 1);
  new Uint8Array(memory.buffer).set(packed, __heap_base.value);
  unpack(__heap_base.value, place);
  compiled = await WebAssembly.compile(new Uint8Array(memory.buffer, place, count));
  state.codecs = await start();
  for (const [name, number] of [["gzip", 1952], ["zlib", 1950], ["deflate", 1951]]) state.codecs.push({ name, aliases: [], summary: `compress (RFC ${number})`, encode: [] });
  document.documentElement.dataset.ready = performance.now().toFixed(0);
  readFragment();
}

// MARK: Work

let timer;
function schedule() { clearTimeout(timer); timer = setTimeout(work, state.bytes.length > 1 << 20 ? 300 : 60); }
async function work() {
  const number = ++state.run, steps = state.steps.filter((step) => !step.off).map((step) => step.text);
  document.documentElement.dataset.done = "";
  if (!state.bytes.length && (state.automatic || !steps.length)) { state.report = null; if (state.automatic) state.steps = []; idle(""); finished(number); return; }
  const slow = setTimeout(() => busy(t("working"), null), 250);
  try {
    const report = await call("work", state.bytes, state.automatic ? undefined : steps, false);
    if (number !== state.run) return;
    state.report = report;
    if (state.automatic) state.steps = report.steps.map((text) => ({ text }));
    idle(""); finished(number);
  } catch (error) {
    if (number !== state.run) return;
    state.report = null; idle(error.message); finished(number);
  } finally { clearTimeout(slow); }
}
function finished(number) { if (number !== state.run) return; render(); writeFragment(); document.documentElement.dataset.done = number; }
function busy(text, share) {
  $("working").hidden = false; $("status").textContent = text + " …"; $("result").setAttribute("aria-busy", "true");
  if (share === null) $("progress").removeAttribute("value"); else $("progress").value = share;
}
function idle(text) { $("working").hidden = true; $("status").textContent = text; $("result").setAttribute("aria-busy", "false"); }

async function openFile(file) {
  if (file.size > most) return idle(t("tooLarge"));
  const number = ++state.run, bytes = new Uint8Array(file.size), reader = file.stream().getReader();
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (number !== state.run) return reader.cancel();
    if (done) break;
    bytes.set(value, count); count += value.length;
    busy(t("reading"), count / file.size);
  }
  state.file = file.name; state.bytes = bytes;
  const isText = bytes.length <= previewed && !bytes.includes(0) && decode(bytes, true) !== null;
  $("input").value = isText ? decode(bytes) : `${t("file")}: ${file.name}\n${size(bytes.length)}`;
  $("input").readOnly = !isText;
  if (isText) state.file = null;
  schedule();
}
function enter(text) { $("input").value = text; $("input").readOnly = false; state.file = null; state.bytes = new TextEncoder().encode(text); schedule(); }
async function cancel() {
  state.run++; worker.terminate(); pending.clear();
  state.report = null; render(); idle(t("cancelled")); await start(); document.documentElement.dataset.done = state.run;
}

// MARK: Recipe in the address, and copies

function writeFragment() {
  const text = state.automatic ? "" : "#recipe=" + state.steps.map((step) => encodeURIComponent((step.off ? "!" : "") + step.text.replace(/^decode /, ""))).join("&");
  if (location.hash !== text) history.replaceState(null, "", text || location.pathname + location.search);
}
function readFragment() {
  const match = location.hash.match(/^#recipe=(.*)$/);
  if (match) {
    state.automatic = false;
    state.steps = match[1].split("&").filter(Boolean).map((part) => {
      let text; try { text = decodeURIComponent(part); } catch { text = part; }
      const off = text.startsWith("!"); if (off) text = text.slice(1);
      return { text: text.startsWith("encode ") ? text : "decode " + text, off };
    });
  }
  work();
}
const quoted = (text) => /[^\w,.-]/.test(text) ? "'" + text.replaceAll("'", "'\\''") + "'" : text;
function command() {
  const parts = [];
  for (const { text, off } of state.steps) {
    if (off) continue;
    const [way, step] = [text.slice(0, 6), text.slice(7)], last = parts.at(-1);
    if (last?.way === way && way === "decode") last.steps.push(step); else parts.push({ way, steps: [step] });
  }
  const isCut = state.report?.report.layers.some((layer) => layer.isCut);
  const compress = (step) => `arca compress --no-name${step === "gzip" ? "" : ` --format ${step}`}`;
  return parts.map(({ way, steps }) => way === "encode" && compressions.includes(steps[0]) ? compress(steps[0]) : `arca ${way} ${quoted(steps.join(","))}${way === "decode" && isCut ? " --cut" : ""}`).join(" | ") || "arca decode auto";
}
async function copy(text) { try { await navigator.clipboard.writeText(text); } catch { const area = document.createElement("textarea"); area.value = text; document.body.append(area); area.select(); document.execCommand("copy"); area.remove(); } document.documentElement.dataset.copied = text; idle(t("copied")); }

// MARK: View

function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, ""); else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}
function decode(bytes, isStrict) { try { return new TextDecoder("utf-8", { fatal: !!isStrict, ignoreBOM: true }).decode(bytes); } catch { return null; } }
const size = (count) => `${count.toLocaleString(state.language)} ${t(count === 1 ? "byte" : "bytes")}`;
function hexView(bytes) {
  const lines = [];
  for (let start = 0; start < Math.min(bytes.length, 4096); start += 16) {
    const part = [...bytes.subarray(start, start + 16)];
    lines.push(start.toString(16).padStart(8, "0") + "  " + part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ").padEnd(48) + " " +
      part.map((byte) => byte > 31 && byte < 127 ? String.fromCharCode(byte) : "·").join(""));
  }
  return lines.join("\n");
}
const images = { png: "image/png", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", bmp: "image/bmp", ico: "image/x-icon", svg: "image/svg+xml", avif: "image/avif" };
const rows = (all, row) => node("table", {}, ...all.slice(0, 200).map(row), all.length > 200 ? node("tr", {}, node("td", {}, t("shortened"))) : null);
function table(text) {
  try {
    const value = JSON.parse(text, (name, value, context) => typeof value === "number" ? context?.source ?? value : value);
    const flat = (value, depth) => value && typeof value === "object" && depth < 3 ? tableOf(value, depth) : document.createTextNode(typeof value === "string" ? value : JSON.stringify(value));
    const tableOf = (value, depth) => rows(Object.entries(value), ([name, item]) => node("tr", {}, node("th", { scope: "row" }, name), node("td", {}, flat(item, depth + 1))));
    if (value && typeof value === "object") return tableOf(value, 0);
  } catch { }
  const lines = text.split(/\r?\n/).filter(Boolean), mark = [",", ";", "\t"].find((mark) => lines.length > 1 && lines[0].includes(mark) && lines.every((line) => line.split(mark).length === lines[0].split(mark).length));
  return mark ? rows(lines, (line, index) => node("tr", {}, ...line.split(mark).map((cell) => node(index ? "td" : "th", {}, cell)))) : null;
}
let cards = 0;
function card(number, title, kind, bytes, count, options = {}) {
  const text = decode(bytes, count <= bytes.length), views = [];
  const isText = kind.isText && text !== null;
  if (images[kind.identifier]) views.push("image");
  const rows = isText ? table(text) : null;
  if (isText) views.push("text");
  if (rows) views.unshift("table");
  views.push("hex", "digests");
  const id = `card-${++cards}`, panel = node("div", { class: "panel", role: "tabpanel", id, tabindex: "0" });
  async function show(view) {
    for (const tab of tabs.children) { const on = tab.dataset.view === view; tab.setAttribute("aria-selected", on); tab.tabIndex = on ? 0 : -1; }
    panel.className = "panel " + view; panel.setAttribute("aria-label", t(view));
    if (view === "text") panel.replaceChildren(node("pre", {}, (text ?? decode(bytes)).slice(0, previewed)));
    if (view === "hex") panel.replaceChildren(node("pre", {}, hexView(bytes)));
    if (view === "table") panel.replaceChildren(rows);
    if (view === "digests") panel.replaceChildren(node("table", {}, ...(await call("digests", number)).map(([name, value]) => node("tr", {}, node("th", { scope: "row" }, name), node("td", {}, value)))));
    if (view === "image") {
      const address = URL.createObjectURL(new Blob([await call("output", number)], { type: images[kind.identifier] }));
      panel.replaceChildren(node("img", { src: address, alt: kind.name, onload: () => URL.revokeObjectURL(address) }));
    }
  }
  const tabs = node("div", { class: "tabs", role: "tablist", "aria-label": title, onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]; if (!step) return;
    const index = views.findIndex((view) => tabs.children[views.indexOf(view)] === document.activeElement), next = (index + step + views.length) % views.length;
    show(views[next]); tabs.children[next].focus();
  } }, ...views.map((view) => node("button", { type: "button", role: "tab", "data-view": view, "aria-controls": id, onclick: () => show(view) }, t(view))));
  const share = options.confidence;
  const element = node("article", { class: "card", "aria-label": title },
    node("header", {}, node("h3", {}, title), node("span", { class: "kind" }, translated(kind.name)),
      share === undefined ? null : node("span", { class: "certainty" + (share >= .8 ? " sure" : "") }, node("i"), `${Math.floor(share * 100)} % ${t("sure")}`),
      node("span", { class: "size" }, options.before === undefined ? size(count) : `${options.before.toLocaleString(state.language)} → ${size(count)}`)),
    tabs, panel);
  if (share !== undefined) element.querySelector("i").style.setProperty("--share", `${share * 100}%`);
  for (const note of options.notes ?? []) element.append(node("p", { class: "note" }, translated(note)));
  if (count > bytes.length) element.append(node("p", { class: "note" }, t("shortened")));
  element.append(node("footer", {}, isText ? node("button", { type: "button", onclick: async () => copy(decode(await call("output", number))) }, t("copy")) : null,
    node("button", { type: "button", onclick: async () => save(await call("output", number), kind.identifier) }, t("save")),
    number ? node("button", { type: "button", onclick: async () => {
      const bytes = await call("output", number); state.automatic = true;
      if (isText && bytes.length <= previewed) enter(decode(bytes)); else openFile(new File([bytes], title));
    } }, t("use")) : null));
  show(views[0]);
  return element;
}
function save(bytes, kind) {
  const address = URL.createObjectURL(new Blob([bytes])), link = node("a", { href: address, download: "arca." + (kind === "text" ? "txt" : kind) });
  link.click(); setTimeout(() => URL.revokeObjectURL(address), 1000);
}
// The text around an error, with a mark at its place.
function excerpt(bytes, offset) {
  const start = Math.max(0, offset - 40), part = (from, to) => decode(bytes.subarray(from, to)) ?? "";
  return node("pre", {}, (start ? "…" : "") + part(start, offset), node("mark", {}, part(offset, offset + 1) || "⌷"), part(offset + 1, offset + 40) + (bytes.length > offset + 40 ? "…" : ""));
}
function mark(offset) {
  const text = $("input").value, backdrop = $("backdrop");
  backdrop.replaceChildren();
  if (offset === null || state.file) return;
  const bytes = state.bytes, before = decode(bytes.subarray(0, offset)), character = [...text.slice(before.length)][0] ?? "";
  backdrop.append(before, node("mark", {}, character || " "), text.slice(before.length + character.length) + "\n");
  backdrop.scrollTop = $("input").scrollTop;
}
function render() {
  renderSteps();
  const result = $("result"), { report: all } = state;
  $("auto").setAttribute("aria-pressed", state.automatic);
  mark(null);
  if (!all) return result.replaceChildren(node("div", { class: "empty" }, t("empty"), node("ul", {}, ...examples.map((text) => node("li", {}, node("button", { type: "button", onclick: () => { state.automatic = true; enter(text); } }, text.length > 24 ? text.slice(0, 23) + "…" : text))))));
  const { found, report, previews, sizes, input } = all, list = node("ol", { class: "cards" });
  report.layers.forEach((layer, index) => {
    const isLast = index === report.layers.length - 1 && !report.error;
    const notes = [...layer.notes, ...(layer.isCut ? [t("cut")] : [])];
    list.append(node("li", { class: isLast ? "final" : "", "data-number": index + 1 },
      card(index + 1, layer.step, layer.content, previews[index + 1], sizes[index + 1], { notes, before: layer.inputByteCount, confidence: found && isLast ? found.best?.confidence : undefined })));
  });
  const parts = [list];
  if (report.error) {
    const { error } = report, bytes = previews[error.index], place = error.offset;
    const where = error.line ? ` (${t("line")} ${error.line}, ${t("column")} ${error.column})` : "";
    list.append(node("li", { "data-number": error.index + 1 }, node("div", { class: "error", role: "alert" }, node("strong", {}, state.steps.filter((step) => !step.off)[error.index]?.text.slice(7) ?? ""), ": ", translated(error.reason), where,
      error.hint ? node("p", {}, `${t("hint")}: `, translated(error.hint)) : null, place !== null && place < bytes.length + 1 ? excerpt(bytes, place) : null)));
    if (error.index === 0 && place !== null) mark(place);
  } else if (!report.layers.length) {
    const title = found ? t(found.alternatives[0]?.confidence >= .5 ? "unsure" : "nothing") : t("content");
    list.append(node("li", { class: "final", "data-number": "" }, card(0, title, input, previews[0], sizes[0], { notes: found?.notes })));
  }
  if (found?.alternatives.length) parts.push(node("h2", {}, t("others")), node("ul", { class: "others" }, ...found.alternatives.map((other) => node("li", {}, node("button", { type: "button", onclick: () => adopt(other.recipe) },
    node("b", {}, other.recipe), node("span", { class: "kind" }, translated(other.content.name)), node("span", { class: "size" }, `${Math.floor(other.confidence * 100)} %, ${size(other.byteCount)}`))))));
  result.replaceChildren(...parts);
}
async function adopt(recipe) {
  const { steps, error } = await call("recipe", recipe);
  if (error) return idle(error.reason);
  state.automatic = false; state.steps = steps.map((text) => ({ text })); work();
}
function changed() { state.automatic = false; work(); }
function move(from, to) {
  if (to < 0 || to >= state.steps.length) return;
  state.steps.splice(to, 0, ...state.steps.splice(from, 1)); changed();
  renderSteps(); $("steps").children[to]?.querySelector(".grip").focus();
}
function renderSteps() {
  const focus = document.activeElement?.closest?.(".step"), index = focus ? [...$("steps").children].indexOf(focus) : -1, kind = document.activeElement?.className;
  const enabled = state.steps.filter((step) => !step.off), wrong = enabled[state.report?.report.error?.index];
  $("steps").replaceChildren(...state.steps.map((step, number) => {
    const isEncoding = step.text.startsWith("encode ");
    const item = node("li", { class: `step${step.off ? " off" : ""}${step === wrong ? " bad" : ""}`, draggable: "true",
      ondragstart: (event) => { event.dataTransfer.setData("application/x-arca", number); event.dataTransfer.effectAllowed = "move"; },
      ondragover: (event) => { if (event.dataTransfer.types.includes("application/x-arca")) { event.preventDefault(); event.stopPropagation(); item.classList.add("drop"); } },
      ondragleave: () => item.classList.remove("drop"),
      ondrop: (event) => { if (!event.dataTransfer.types.includes("application/x-arca")) return; event.preventDefault(); event.stopPropagation(); move(Number(event.dataTransfer.getData("application/x-arca")), number); } },
      node("span", { class: "grip", tabindex: "0", role: "button", "aria-label": `${t("move")}: ${step.text.slice(7)}`, onkeydown: (event) => {
        if (event.altKey && ["ArrowLeft", "ArrowUp"].includes(event.key)) { event.preventDefault(); move(number, number - 1); }
        if (event.altKey && ["ArrowRight", "ArrowDown"].includes(event.key)) { event.preventDefault(); move(number, number + 1); }
        if (event.key === "Delete") { state.steps.splice(number, 1); changed(); }
      } }, isEncoding ? "↥" : "⠿"),
      node("input", { class: "name", value: (isEncoding ? t("encode") + " " : "") + step.text.slice(7), "aria-label": `${t("edit")} ${number + 1}`, size: Math.max(4, step.text.length - 6), spellcheck: "false", onchange: (event) => {
        const text = event.target.value.trim(), prefix = t("encode") + " ";
        step.text = text.startsWith(prefix) ? "encode " + text.slice(prefix.length) : "decode " + text; changed();
      } }),
      node("button", { class: "toggle", type: "button", "aria-pressed": String(!step.off), "aria-label": `${t(step.off ? "on" : "off")}: ${step.text.slice(7)}`, onclick: () => { step.off = !step.off; changed(); } }, step.off ? "○" : "●"),
      node("button", { class: "remove", type: "button", "aria-label": `${t("remove")}: ${step.text.slice(7)}`, onclick: () => { state.steps.splice(number, 1); changed(); } }, "×"));
    return item;
  }));
  if (index >= 0 && kind) $("steps").children[Math.min(index, state.steps.length - 1)]?.querySelector("." + kind.split(" ")[0])?.focus();
}

// MARK: Search for a step

let selected = -1;
function matches(text) {
  const word = text.toLowerCase().replace(/[-_ ]/g, "");
  if (!word) return [];
  const rows = [];
  for (const codec of state.codecs) {
    const names = [codec.name, ...codec.aliases].map((name) => name.toLowerCase().replace(/[-_]/g, ""));
    const rank = names.some((name) => name === word) ? 0 : names.some((name) => name.startsWith(word)) ? 1 : names.some((name) => name.includes(word)) ? 2 : codec.summary.toLowerCase().includes(text.toLowerCase()) ? 3 : 9;
    if (rank === 9) continue;
    for (const way of ["decode", "encode"]) if (codec[way]) rows.push({ rank: rank + (way === "encode" ? .5 : 0), way, codec });
  }
  return rows.sort((left, right) => left.rank - right.rank).slice(0, 12);
}
function find() {
  const rows = matches($("search").value), list = $("found");
  selected = rows.length ? 0 : -1;
  list.replaceChildren(...rows.map(({ way, codec }, index) => node("li", { role: "option", id: `found-${index}`, "aria-selected": String(index === 0), onmousedown: (event) => { event.preventDefault(); add(way, codec); } },
    node("b", {}, way === "encode" ? `${t("encode")} ${codec.name}` : codec.name), node("small", {}, codec.summary))));
  list.hidden = !rows.length;
  $("search").setAttribute("aria-expanded", String(!list.hidden));
  $("search").setAttribute("aria-activedescendant", rows.length ? "found-0" : "");
  list.rows = rows;
}
function add(way, codec) {
  const needed = codec[way].find((option) => option.isRequired);
  const value = { shift: "3", key: { affine: "5\\,8", "rail-fence": "3", xor: "0x5a", vigenere: "lemon", substitution: "zebra" }[codec.name], form: "gbk", prefix: "age", label: "DATA" }[needed?.name];
  state.steps.push({ text: `${way} ${codec.name}${needed ? `(${needed.name}=${value})` : ""}` });
  $("search").value = ""; find(); changed();
}

// MARK: Gesture patterns

const drawn = { grid: "3x3", rules: "android", dots: [], at: 0, run: 0 };
const [rowCount, columnCount] = [() => Number(drawn.grid[0]), () => Number(drawn.grid[2])];
const position = (dot) => [dot % columnCount() + .5, Math.floor(dot / columnCount()) + .5];
function buildPattern() {
  drawn.dots = []; drawn.at = 0;
  $("dots").style.setProperty("--columns", columnCount());
  $("dots").style.aspectRatio = `${columnCount()} / ${rowCount()}`;
  $("dots").replaceChildren();
  const space = "http://www.w3.org/2000/svg", picture = document.createElementNS(space, "svg"), line = document.createElementNS(space, "polyline");
  picture.setAttribute("viewBox", `0 0 ${columnCount()} ${rowCount()}`); picture.setAttribute("aria-hidden", "true"); picture.append(line);
  $("dots").append(picture, ...Array.from({ length: rowCount() * columnCount() }, (_, dot) => node("button", { type: "button", onclick: (event) => { if (!event.detail) touch(dot); } })));
  updatePattern();
}
function drawPattern() {
  const buttons = [...$("dots").querySelectorAll("button")];
  $("dots").querySelector("polyline")?.setAttribute("points", drawn.dots.map((dot) => position(dot).join()).join(" "));
  buttons.forEach((button, dot) => {
    const place = drawn.dots.indexOf(dot);
    button.textContent = place < 0 ? "" : place + 1;
    button.tabIndex = dot === drawn.at ? 0 : -1;
    button.setAttribute("aria-pressed", String(place >= 0));
    button.setAttribute("aria-label", `${t("dot")} ${dot + 1}${place < 0 ? "" : ` (${place + 1})`}`);
  });
}
async function updatePattern() {
  drawPattern();
  const number = ++drawn.run, [status, result] = [$("pattern-status"), $("pattern-result")];
  if (!drawn.dots.length || !worker) { status.textContent = ""; result.replaceChildren(); return; }
  const report = await call("pattern", `${drawn.grid} ${drawn.rules} ${drawn.dots.join(".")}`);
  if (number !== drawn.run) return;
  status.replaceChildren(report.error ? translated(report.error) : report.digits ?? report.dotted);
  result.replaceChildren();
  if (report.error) return;
  drawn.dots = report.dots; drawPattern();
  const row = (name, value) => node("tr", {}, node("th", { scope: "row" }, name), node("td", {}, value));
  result.replaceChildren(node("table", {}, ...["digits", "zero-digits", "dotted", "bracketed", "coordinates"].filter((name) => report[name]).map((name) => row(name, report[name])),
    ...report.digests.map(([name, form, value]) => row(`${name}, ${form}${name === "SHA-1" && form === "bytes" ? " (gesture.key)" : ""}`, value))));
}
function touch(dot) { if (!drawn.dots.includes(dot)) { drawn.dots.push(dot); updatePattern(); } }
// The dot near a place on the screen.
function dotAt({ clientX, clientY }) {
  const box = $("dots").getBoundingClientRect(), x = (clientX - box.left) / box.width * columnCount(), y = (clientY - box.top) / box.height * rowCount();
  const [column, row] = [Math.floor(x), Math.floor(y)], isNear = Math.hypot(x - column - .5, y - row - .5) < .36;
  return isNear && column >= 0 && row >= 0 && column < columnCount() && row < rowCount() ? row * columnCount() + column : null;
}
async function findPattern(text) {
  const digits = text.trim().toLowerCase(), status = $("pattern-status");
  if (!/^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(digits)) { status.textContent = t("notHex"); return; }
  status.textContent = t("working") + " …";
  const report = await call("audit", `${drawn.grid} ${drawn.rules}`, Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16)));
  if (report.error || !report.dots) { status.replaceChildren(report.error ? translated(report.error) : t("noPattern")); return; }
  drawn.dots = report.dots; await updatePattern();
  status.append(` (${report.function}, ${report.encoding}; ${report.triedCount.toLocaleString(state.language)} ${t("tries")})`);
}

// MARK: Events

for (let rows = 2; rows <= 6; rows++) for (let columns = 2; columns <= 6; columns++) $("grid").append(node("option", { value: `${rows}x${columns}`, selected: rows === 3 && columns === 3 }, `${rows} × ${columns}`));
$("pattern-toggle").addEventListener("click", () => {
  const isShown = $("pattern").hidden;
  $("pattern").hidden = !isShown; $("pattern-toggle").setAttribute("aria-expanded", String(isShown));
  if (isShown) { $("pattern").scrollIntoView({ block: "nearest" }); $("dots").querySelector("button").focus(); }
});
for (const name of ["grid", "rules"]) $(name).addEventListener("change", () => { drawn[name] = $(name).value; buildPattern(); });
$("pattern-clear").addEventListener("click", buildPattern);
$("audit").addEventListener("submit", (event) => { event.preventDefault(); findPattern($("digest").value); });
$("dots").addEventListener("pointerdown", (event) => {
  event.preventDefault(); $("dots").setPointerCapture(event.pointerId);
  drawn.dots = []; const dot = dotAt(event); if (dot !== null) touch(dot); else updatePattern();
});
$("dots").addEventListener("pointermove", (event) => { if (!$("dots").hasPointerCapture(event.pointerId)) return; const dot = dotAt(event); if (dot !== null) touch(dot); });
$("dots").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columnCount(), ArrowUp: -columnCount() }[event.key];
  if (event.key === "Escape") drawn.dots = []; else if (event.key === "Backspace") drawn.dots.pop(); else if (!step) return;
  event.preventDefault();
  if (!step) return updatePattern();
  const isWithin = Math.abs(step) > 1 || Math.floor((drawn.at + step) / columnCount()) === Math.floor(drawn.at / columnCount());
  if (isWithin && drawn.at + step >= 0 && drawn.at + step < rowCount() * columnCount()) drawn.at += step;
  drawPattern(); $("dots").querySelectorAll("button")[drawn.at].focus();
});

function translate() {
  document.documentElement.lang = state.language === "zh" ? "zh-Hans" : "en";
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  for (const element of document.querySelectorAll("[data-placeholder]")) element.placeholder = t(element.dataset.placeholder);
  const other = state.language === "zh" ? "en" : "zh";
  drawPattern();
  $("language").textContent = other === "zh" ? "中文" : "English"; $("language").lang = other;
  render();
}
$("input").addEventListener("input", () => { if (!state.file) { state.bytes = new TextEncoder().encode($("input").value); schedule(); } });
$("input").addEventListener("scroll", () => { $("backdrop").scrollTop = $("input").scrollTop; });
$("open").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", () => { if ($("file").files[0]) openFile($("file").files[0]); $("file").value = ""; });
$("clear").addEventListener("click", () => { state.automatic = true; enter(""); $("input").focus(); });
$("cancel").addEventListener("click", cancel);
$("auto").addEventListener("click", () => { state.automatic = !state.automatic; work(); });
$("copy-command").addEventListener("click", () => copy(command()));
$("copy-link").addEventListener("click", () => { state.automatic = false; writeFragment(); render(); copy(location.href); });
$("copy-chef").addEventListener("click", async () => {
  const steps = state.steps.filter((step) => !step.off);
  if (steps.some((step) => step.text.startsWith("encode "))) return idle("CyberChef: " + t("encode"));
  const { text, error } = await call("chef", steps.map((step) => step.text.slice(7)).join(","));
  if (error) idle(error.reason); else copy("https://gchq.github.io/CyberChef/#recipe=" + encodeURIComponent(text));
});
$("language").addEventListener("click", () => { state.language = state.language === "zh" ? "en" : "zh"; translate(); });
$("theme").addEventListener("click", () => {
  const isDark = $("theme").getAttribute("aria-pressed") !== "true";
  document.documentElement.dataset.theme = isDark ? "dark" : "light"; $("theme").setAttribute("aria-pressed", String(isDark));
});
$("search").addEventListener("input", find);
$("search").addEventListener("blur", () => { $("found").hidden = true; $("search").setAttribute("aria-expanded", "false"); });
$("search").addEventListener("keydown", (event) => {
  const rows = $("found").rows ?? [];
  if (event.key === "Escape") { $("search").value = ""; find(); }
  if (event.key === "Enter" && selected >= 0 && rows[selected]) { event.preventDefault(); add(rows[selected].way, rows[selected].codec); }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !rows.length) return;
  event.preventDefault(); selected = (selected + step + rows.length) % rows.length;
  [...$("found").children].forEach((item, index) => { item.setAttribute("aria-selected", String(index === selected)); if (index === selected) item.scrollIntoView({ block: "nearest" }); });
  $("search").setAttribute("aria-activedescendant", `found-${selected}`);
});
for (const name of ["dragover", "drop", "dragleave"]) document.addEventListener(name, (event) => {
  event.preventDefault(); $("editor").classList.toggle("over", name === "dragover");
  if (name !== "drop") return;
  if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]); else if (event.dataTransfer.getData("text")) { state.automatic = true; enter(event.dataTransfer.getData("text")); }
});
addEventListener("hashchange", readFragment);
state.language = (navigator.language || "en").toLowerCase().startsWith("zh") ? "zh" : "en";
$("theme").setAttribute("aria-pressed", String(matchMedia("(prefers-color-scheme: dark)").matches));
buildPattern();
translate();
load().catch((error) => idle(`${t("bad")}: ${error.message}`));
