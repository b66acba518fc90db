// Measures the module: Base64 of 16 MiB, and `decode auto` of a line.
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../../Web/worker.js", import.meta.url), "utf8");
const arca = new Function(source + "; return connect;")()(new WebAssembly.Module(readFileSync(process.argv[2])));
// Processor time, which other processes do not change much.
const time = () => process.cpuUsage().user / 1000;
const best = (count, action) => Math.min(...Array.from({ length: count }, () => { const start = time(); action(); return time() - start; }));
const line = new TextEncoder().encode("H4sIAAAAAAAAA8tIzcnJVyjPL8pJUUjOzy0oSi0uTk1RKMlIzStJLQIAeZBNGiAAAAA=");
arca.find(line);
console.log(`decode auto of a line: ${(best(5, () => { for (let count = 0; count < 100; count++) arca.find(line); }) / 100).toFixed(2)} ms`);
const bytes = new Uint8Array(16 << 20).map((_, index) => index * 167 >> 3);
// Inside the module, without the copies to and from JavaScript.
const { exports: api } = arca, start = api.malloc(bytes.length), recipe = api.malloc(64);
new Uint8Array(api.memory.buffer, start, bytes.length).set(bytes);
for (const [name, step] of [["encode", "encode base64"]]) {
  new Uint8Array(api.memory.buffer, recipe, step.length).set(new TextEncoder().encode(step));
  const time = best(5, () => api.run(recipe, step.length, start, bytes.length, 0));
  console.log(`${name} of 16 MiB in Base64: ${time.toFixed(0)} ms, ${(bytes.length / time / 1000).toFixed(0)} MB/s`);
}
