// A page in headless Chromium, driven over the DevTools protocol on two pipes.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

export async function open(address, { language = "en", width = 1280, height = 900 } = {}) {
  const folder = mkdtempSync(tmpdir() + "/arca-web-");
  const child = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
    "--remote-debugging-pipe", `--user-data-dir=${folder}`, `--lang=${language}`, `--accept-lang=${language}`, "about:blank"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const pending = new Map(), handlers = [];
  let serial = 0, rest = "", session;
  child.stdio[4].on("data", (data) => {
    rest += data;
    for (let end; (end = rest.indexOf("\0")) >= 0; rest = rest.slice(end + 1)) {
      const message = JSON.parse(rest.slice(0, end));
      if (message.id) { const { done, fail } = pending.get(message.id); pending.delete(message.id); message.error ? fail(new Error(message.error.message)) : done(message.result); }
      else handlers.forEach((handler) => handler(message.method, message.params));
    }
  });
  const send = (method, params = {}, id = session) => new Promise((done, fail) => {
    pending.set(++serial, { done, fail });
    child.stdio[3].write(JSON.stringify({ id: serial, method, params, ...(id ? { sessionId: id } : {}) }) + "\0");
  });
  const { targetId } = await send("Target.createTarget", { url: "about:blank" }, null);
  session = (await send("Target.attachToTarget", { targetId, flatten: true }, null)).sessionId;
  const requests = [], failures = [];
  handlers.push((method, params) => {
    if (method === "Network.requestWillBeSent") requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") failures.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level === "error") failures.push(params.entry.text);
  });
  for (const domain of ["Page", "Runtime", "Network", "Log", "Accessibility", "DOM"]) await send(domain + ".enable");
  const size = (width, height) => send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
  await size(width, height);
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const until = async (expression, what = expression) => {
    for (let count = 0; count < 600; count++) {
      if (await evaluate(expression)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`did not happen: ${what}`);
  };
  await send("Page.navigate", { url: address });
  await until("!!document.documentElement?.dataset.ready", "the page is ready");
  return {
    send, evaluate, until, size, requests, failures,
    async key(key, modifiers = 0) {
      const code = { Enter: 13, ArrowDown: 40, ArrowUp: 38, ArrowLeft: 37, ArrowRight: 39, Tab: 9, Escape: 27 }[key];
      for (const type of ["keyDown", "keyUp"]) await send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code, modifiers, ...(key === "Enter" && type === "keyDown" ? { text: "\r" } : {}) });
    },
    type: (text) => send("Input.insertText", { text }),
    async screenshot() { return Buffer.from((await send("Page.captureScreenshot", { format: "png" })).data, "base64"); },
    async close() { await send("Browser.close", {}, null).catch(() => {}); await new Promise((done) => child.exitCode === null ? child.once("exit", done) : done()); rmSync(folder, { recursive: true, force: true, maxRetries: 5 }); },
  };
}
