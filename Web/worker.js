// Runs the WebAssembly module: `connect` returns functions that take and return bytes and objects.
function connect(module) {
  const decoders = [], last = { error: 0 };
  let api;
  const view = () => new DataView(api.memory.buffer);
  const memory = (start, count) => new Uint8Array(api.memory.buffer, start, count);
  const name = (start) => { const all = memory(start, 64); return new TextDecoder().decode(all.slice(0, all.indexOf(0))).toLowerCase(); };
  // `iconv` of POSIX on the browser's decoders. They have no encoders, so an encoder inverts their tables.
  // Names of glibc that differ from those of the Encoding standard.
  const labels = { "euc-cn": "gbk", "uhc": "euc-kr", "cp949": "euc-kr", "cp936": "gbk", "cp932": "shift_jis", "windows-31j": "shift_jis",
    "big5-hkscs": "big5", "mac-cyrillic": "x-mac-cyrillic", "cp874": "windows-874", "tis-620": "windows-874" };
  const label = (text) => labels[text] || (/^cp125\d$/.test(text) ? "windows-" + text.slice(2) : text);
  const encoders = {};
  function encoder(charset) {
    if (encoders[charset]) return encoders[charset];
    const table = new Map(), decoder = new TextDecoder(charset, { fatal: true });
    const add = (bytes) => {
      try { const text = decoder.decode(Uint8Array.from(bytes)); if ([...text].length === 1 && !table.has(text)) table.set(text, bytes); } catch { }
    };
    for (let first = 0; first < 256; first++) {
      add([first]);
      if (first >= 0x81) for (let second = 0x30; second < 256; second++) add([first, second]);
    }
    if (charset === "euc-jp") for (let first = 0xa1; first < 0xff; first++) for (let second = 0xa1; second < 0xff; second++) add([0x8f, first, second]);
    return encoders[charset] = table;
  }
  function decodable(charset, bytes) {
    // C1 controls are in no Windows charset: the Encoding standard maps unassigned bytes to them.
    const text = new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
    if (/^windows-/.test(charset) && /[\u0080-\u009f]/.test(text)) throw new TypeError();
    return text;
  }
  const environment = {
    arca_wall_clock: () => BigInt(Math.floor(Date.now() / 1000)),
    arca_errno: () => last.error,
    iconv_open(target, source) {
      const [to, from] = [name(target), name(source)].map(label);
      try { new TextDecoder(to === "utf-8" ? from : to); } catch { return -1; }
      return decoders.push({ from, to }) ;
    },
    iconv_close: () => 0,
    iconv(handle, inputPlace, inputCountPlace, outputPlace, outputCountPlace) {
      if (!inputPlace) return 0;
      const { from, to } = decoders[handle - 1], data = view();
      const start = data.getUint32(inputPlace, true), count = data.getUint32(inputCountPlace, true);
      const space = data.getUint32(outputCountPlace, true), output = data.getUint32(outputPlace, true);
      const finish = (taken, bytes, error) => {
        memory(output, bytes.length).set(bytes);
        data.setUint32(inputPlace, start + taken, true); data.setUint32(inputCountPlace, count - taken, true);
        data.setUint32(outputPlace, output + bytes.length, true); data.setUint32(outputCountPlace, space - bytes.length, true);
        last.error = error;
        return error ? -1 : 0;
      };
      if (from === "utf-8" && to !== "utf-8") {
        // Enough characters to fill the output; the last one may be cut.
        const part = memory(start, Math.min(count, 4 * space + 4)), encode = new TextEncoder(), table = encoder(to), bytes = [];
        let taken = 0;
        for (const character of new TextDecoder("utf-8", { ignoreBOM: true }).decode(part)) {
          if (bytes.length >= space) return finish(taken, bytes, 7);
          const code = table.get(character);
          if (!code) return finish(taken, bytes, 84);
          if (bytes.length + code.length > space) return finish(taken, bytes, 7);
          bytes.push(...code); taken += encode.encode(character).length;
        }
        return finish(taken, bytes, 0);
      }
      // A character takes at most four bytes of UTF-8, and at least one byte of input.
      const part = memory(start, Math.min(count, Math.floor(space / 4))).slice(), encode = new TextEncoder();
      for (let rest = 0; rest < 4 && rest < part.length; rest++) {
        if (rest && part.length === count) break;
        try { return finish(part.length - rest, encode.encode(decodable(from, part.subarray(0, part.length - rest))), part.length - rest < count ? 7 : 0); } catch { }
      }
      // The longest valid beginning.
      let low = 0, text = "";
      const decoder = new TextDecoder(from, { fatal: true, ignoreBOM: true });
      const windows = /^windows-/.test(from);
      let pending = 0;
      for (let index = 0; index < part.length; index++) {
        let piece;
        try { piece = decoder.decode(part.subarray(index, index + 1), { stream: true }); } catch { return finish(low, encode.encode(text), 84); }
        if (windows && /[\u0080-\u009f]/.test(piece)) return finish(low, encode.encode(text), 84);
        pending++;
        if (piece) { text += piece; low += pending; pending = 0; }
      }
      return finish(low, encode.encode(text), pending ? (part.length === count ? 22 : 7) : 0);
    },
  };
  api = new WebAssembly.Instance(module, { env: environment }).exports;
  const place = (bytes) => { const start = api.malloc(bytes.length || 1); memory(start, bytes.length).set(bytes); return start; };
  const utf8 = (text) => new TextEncoder().encode(text);
  function call(action, ...values) {
    const starts = values.map(place);
    try { action(...starts.flatMap((start, index) => [start, values[index].length])); } finally { starts.forEach((start) => api.free(start)); }
    const output = (index) => memory(api.result(index), api.resultCount(index)).slice();
    return { report: JSON.parse(new TextDecoder().decode(output(0))), output };
  }
  return {
    find: (bytes) => call(api.find, bytes),
    run: (steps, bytes, isCut) => call((recipe, length, start, count) => api.run(recipe, length, start, count, isCut ? 1 : 0), utf8(steps.join("\n")), bytes),
    kind: (bytes) => call(api.kind, bytes).report,
    pattern: (text) => call(api.pattern, utf8(text)).report,
    audit: (space, digest) => call(api.audit, utf8(space), digest).report,
    recipe: (text) => call(api.recipe, utf8(text)).report,
    cyberChef: (steps) => call(api.cyberChef, utf8(steps)).report,
    catalog: () => call(api.catalog).report.codecs,
    digest(number, bytes) {
      const start = place(bytes), result = api.malloc(64), count = api.arca_digest(number, start, bytes.length, result);
      const hex = [...memory(result, count)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      api.free(start); api.free(result);
      return hex;
    },
    crc32(bytes) {
      const start = place(bytes), value = api.crc32_z(0, start, bytes.length) >>> 0;
      api.free(start);
      return value.toString(16).padStart(8, "0");
    },
    exports: api,
  };
}
