// Drives the page in headless Chromium.
//
//     node page.mjs PAGE [SCREENSHOTS]
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { open } from "./browser.mjs";

const [file, screenshots] = process.argv.slice(2);
const address = "file://" + resolve(file);
const done = (text) => console.log(`✓ ${text}`);
const input = (text) => `(() => { state.automatic = true; enter(${JSON.stringify(text)}); })()`;
const cards = `[...document.querySelectorAll(".cards > li")].map((card) => card.innerText)`;
const page = await open(address);
const settled = async (action) => {
  const before = await page.evaluate("state.run");
  await action();
  await page.until(`state.run > ${before} && document.documentElement.dataset.done === String(state.run)`, "the work is done");
};
const enter = (text) => settled(() => page.evaluate(input(text)));
const folder = mkdtempSync(tmpdir() + "/arca-page-");
const choose = async (name, bytes) => {
  writeFileSync(`${folder}/${name}`, bytes);
  const { root } = await page.send("DOM.getDocument");
  const { nodeId } = await page.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#file" });
  await page.send("DOM.setFileInputFiles", { files: [`${folder}/${name}`], nodeId });
};

// Ten decoding tasks, without a command.
const tasks = [
  ["SGVsbG8sIHdvcmxkIQ==", "Hello, world!"], ["48656c6c6f2c20776f726c6421", "Hello, world!"], ["Uryyb, guvf vf n frperg zrffntr sbe lbh", "Hello, this is a secret message for you"],
  ["JBSWY3DPFQQHO33SNRSCC===", "Hello, world!"], ["%E4%BD%A0%E5%A5%BD%EF%BC%8C%E4%B8%96%E7%95%8C", "你好，世界"], ["=?utf-8?B?w4TDtsO8IMOcYmVyc2ljaHQ=?=", "Äöü Übersicht"],
  [Buffer.from(gzipSync("A message that was compressed and then encoded.")).toString("base64"), "A message that was compressed and then encoded."],
  ["&lt;p&gt;The caf&eacute; &amp; the bar are open on Sunday&lt;/p&gt;", "<p>The café & the bar are open on Sunday</p>"], [".... . .-.. .-.. --- / .-- --- .-. .-.. -..", "HELLO WORLD"],
  ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhbGljZSIsImV4cCI6MTkwMDAwMDAwMH0.c2lnbmF0dXJlLXRoYXQtaXMtbm90LXZhbGlk", "alice"],
];
for (const [text, expected] of tasks) {
  await enter(text);
  const shown = await page.evaluate(`document.querySelector(".cards > li.final")?.innerText ?? ""`);
  assert(shown.includes(expected), `${text.slice(0, 40)} shows ${shown.slice(0, 300)} instead of ${expected}`);
}
done("ten decoding tasks");

// Typing and pasting.
await enter("");
await page.evaluate(`$("input").focus()`);
await settled(() => page.type("QXJjYSBpbiB0aGUgYnJvd3Nlcg=="));
assert((await page.evaluate(cards)).join().includes("Arca in the browser"));
await settled(() => page.evaluate(`(() => { $("input").select(); document.execCommand("insertText", false, "50617374656420746578742068657265"); })()`));
assert((await page.evaluate(cards)).join().includes("Pasted text here"));
done("type and paste");

await settled(() => page.evaluate(`(() => { const data = new DataTransfer(); data.setData("text", "RHJvcHBlZCB0ZXh0IG9uIHRoZSBwYWdl");
  document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()`));
assert((await page.evaluate(cards)).join().includes("Dropped text on the page"));
await settled(() => page.evaluate(`(() => { const data = new DataTransfer(); data.items.add(new File(["RHJvcHBlZCBmaWxl"], "dropped.txt"));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()`));
await page.until(`${cards}.join().includes("Dropped file")`);
done("drop text and file");

// The recipe: search and add, edit, disable, move, remove.
await enter("NTQ2ODY1MjA2NTZlNjQ=");
await page.evaluate(`$("search").focus()`);
await page.type("md");
await page.evaluate(`(() => { $("search").value = ""; find(); })()`);
await page.type("reverse");
await page.until(`!$("found").hidden`);
await settled(() => page.key("Enter"));
assert.equal(await page.evaluate(`state.steps.map((step) => step.text).join()`), "decode base64,decode base16,decode reverse");
assert((await page.evaluate(cards)).join().includes("dne ehT"));
await settled(() => page.evaluate(`document.querySelectorAll("#steps .toggle")[2].click()`));
assert((await page.evaluate(cards)).join().includes("The end"));
assert.match(await page.evaluate("location.hash"), /^#recipe=base64&base16&!reverse$|^#recipe=base64&base16&%21reverse$/);
await settled(() => page.evaluate(`document.querySelectorAll("#steps .remove")[2].click()`));
await settled(() => page.evaluate(`(() => { const field = document.querySelectorAll("#steps input")[1]; field.value = "rot13"; field.dispatchEvent(new Event("change")); })()`));
assert.equal(await page.evaluate("state.steps[1].text"), "decode rot13");
await page.evaluate(`document.querySelectorAll("#steps .grip")[1].focus()`);
await settled(() => page.key("ArrowLeft", 1));
assert.equal(await page.evaluate(`state.steps.map((step) => step.text).join()`), "decode rot13,decode base64");
await settled(() => page.evaluate(`(() => { const data = new DataTransfer(), items = document.querySelectorAll("#steps .step");
  items[0].dispatchEvent(new DragEvent("dragstart", { dataTransfer: data, bubbles: true }));
  items[1].dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()`));
assert.equal(await page.evaluate(`state.steps.map((step) => step.text).join()`), "decode base64,decode rot13");
await page.evaluate(`$("copy-command").click()`);
await page.until(`document.documentElement.dataset.copied === "arca decode base64,rot13"`);
await page.evaluate(`$("copy-chef").click()`);
await page.until(`document.documentElement.dataset.copied.startsWith("https://gchq.github.io/CyberChef/#recipe=From_Base64")`);
done("add, disable, remove, edit, move and copy steps");

// An error at its place in the input.
await page.evaluate(`(() => { state.automatic = false; state.steps = [{ text: "decode base64" }]; enter("SGVsbG8s*HdvcmxkIQ=="); })()`);
await page.until(`document.querySelector(".error")`);
assert.equal(await page.evaluate(`document.querySelector("#backdrop mark").textContent`), "*");
assert((await page.evaluate(`document.querySelector(".error").innerText`)).includes("column 9"));
done("error at its position");

// A link that carries a recipe.
await page.evaluate(`location.hash = "#recipe=encode%20base16&encode%20base64"`);
await page.evaluate(`enter("link")`);
await page.until(`${cards}.join().includes("NmM2OTZlNmI=")`);
done("recipe in the address");

// Large files, with progress and cancel.
await page.evaluate(`(() => { state.automatic = false; state.steps = [{ text: "decode base64" }]; })()`);
await choose("large.b64", Buffer.from(Buffer.alloc(30e6, "Arca ").toString("base64")));
await page.until(`state.report?.sizes.at(-1) === 30000000`, "30 MB are decoded");
await page.evaluate(`state.steps = [{ text: "encode base64" }, { text: "encode base16" }, { text: "encode base64" }, { text: "encode reverse" }]`);
await page.evaluate("work(); 0");
await page.until(`!$("working").hidden`);
await page.evaluate(`$("cancel").click()`);
await page.until(`$("working").hidden && document.documentElement.dataset.done === String(state.run)`);
await enter("c3RpbGwgd29ya3M=");
assert((await page.evaluate(cards)).join().includes("still works"));
done("large file, progress, cancel");

const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwAChAGAo+Jp5gAAAABJRU5ErkJggg==", "base64");
await enter("data:image/png;base64," + pixel.toString("base64"));
await page.until(`document.querySelector(".final img")?.naturalWidth === 1`, "an image is shown");
await page.evaluate(`document.querySelector('.final [data-view="digests"]').click()`);
await page.until(`document.querySelector(".final .digests")?.innerText.includes("${(await import("node:crypto")).createHash("sha256").update(pixel).digest("hex")}")`, "digests are shown");
done("image and digests");

// Compression.
await settled(() => page.evaluate(`(() => { state.automatic = false; state.steps = [{ text: "encode zlib" }, { text: "encode base64" }]; enter("Arca Arca Arca Arca"); })()`));
assert((await page.evaluate(cards)).join().includes((await import("node:zlib")).deflateSync("Arca Arca Arca Arca").toString("base64")));
await page.evaluate(`$("copy-command").click()`);
await page.until(`document.documentElement.dataset.copied === "arca compress --no-name --format zlib | arca encode base64"`);
done("compression");

// Gesture patterns by mouse and keyboard, and found by their digest.
await page.evaluate(`$("pattern-toggle").click()`);
const mouse = (type, point) => page.send("Input.dispatchMouseEvent", { type, ...point, button: "left", buttons: 1, clickCount: type === "mousePressed" ? 1 : 0 });
const points = await page.evaluate(`[...document.querySelectorAll("#dots button")].map((dot) => { const box = dot.getBoundingClientRect(); return { x: box.left + box.width / 2, y: box.top + box.height / 2 }; })`);
await mouse("mousePressed", points[0]);
for (const dot of [3, 6, 7, 8]) await mouse("mouseMoved", points[dot]);
await mouse("mouseReleased", points[8]);
await page.until(`$("pattern-status").textContent === "14789"`);
assert((await page.evaluate(`$("pattern-result").innerText`)).includes("0.3.6.7.8"));
await page.evaluate(`$("dots").querySelector("button").focus()`);
await page.key("Escape");
for (const key of ["", "ArrowDown", "ArrowDown", "ArrowRight"]) { if (key) await page.key(key); await page.evaluate("document.activeElement.click()"); }
await page.until(`$("pattern-status").textContent === "1478"`);
await page.evaluate(`(() => { $("digest").value = "c8c0b24a15dc8bbfd411427973574695230458f0"; $("audit").requestSubmit(); })()`);
await page.until(`$("pattern-status").textContent.includes("SHA-1, bytes")`);
assert.match(await page.evaluate(`$("pattern-status").textContent`), /^\d{4,9} \(SHA-1, bytes; [\d,]+ tries\)$/);
await page.evaluate(`$("pattern-toggle").click()`);
done("draw and find a gesture pattern");

// Every control has a name for screen readers, in both languages.
for (const language of ["en", "zh"]) {
  await enter("SGVsbG8sIHdvcmxkIQ==");
  if (await page.evaluate("state.language") !== language) await page.evaluate(`$("language").click()`);
  const { nodes } = await page.send("Accessibility.getFullAXTree");
  const controls = nodes.filter((node) => !node.ignored && ["button", "textbox", "combobox", "tab", "listbox", "option", "progressbar"].includes(node.role?.value));
  assert(controls.length > 15, `only ${controls.length} controls`);
  for (const control of controls) assert(control.name?.value, `a ${control.role.value} without a name`);
  for (const role of ["main", "banner", "contentinfo", "status"]) assert(nodes.some((node) => node.role?.value === role), `no ${role}`);
  const text = await page.evaluate("document.body.innerText");
  if (language === "zh") {
    assert.equal(await page.evaluate(`document.querySelector(".final .kind span").innerText`), "UTF-8 文本");
    assert.equal(await page.evaluate(`document.querySelector(".final .kind span").title`), "UTF-8 text");
  }
  assert(text.includes(language === "zh" ? "步骤" : "RECIPE") || text.includes("Recipe"), `the page is not in ${language}`);
}
assert.equal(await page.evaluate("document.documentElement.lang"), "zh-Hans");
await page.evaluate(`$("language").click()`);
done("accessibility tree, English and Chinese");

// Nothing is loaded, and nothing can be.
const outside = page.requests.filter((request) => !/^(file:|blob:|data:)/.test(request));
assert.deepEqual(outside, []);
assert.deepEqual(page.failures, []);
const blocked = await page.evaluate(`(async () => {
  const violation = new Promise((done) => document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective), { once: true }));
  await fetch("https://example.com/").catch(() => {});
  return violation;
})()`);
assert.equal(blocked, "connect-src");
done("no network");
console.log(`ready after ${await page.evaluate("document.documentElement.dataset.ready")} ms`);

if (screenshots) {
  mkdirSync(screenshots, { recursive: true });
  const secret = JSON.stringify({ user: "alice", roles: ["admin", "on call"], note: "The key is under the doormat.", expires: 1767225600 });
  await enter(Buffer.from("%" + gzipSync(secret).toString("base64")).toString("hex").replace(/^25/, ""));
  await page.evaluate("document.activeElement.blur()");
  for (const [width, height] of [[1440, 900], [900, 1000], [390, 844]]) {
    await page.size(width, height);
    await new Promise((done) => setTimeout(done, 300));
    writeFileSync(`${screenshots}/arca-web-${width}.png`, await page.screenshot());
  }
  await page.size(1440, 900);
  await page.evaluate(`$("theme").click(); $("language").click(); $("pattern-toggle").click(); document.activeElement.blur()`);
  await new Promise((done) => setTimeout(done, 300));
  writeFileSync(`${screenshots}/arca-web-dark.png`, await page.screenshot());
}
await page.close();
rmSync(folder, { recursive: true });
