// The last step of a build: compresses what is text, weighs what a first
// visit loads, and notes what it was made from.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { dist, fingerprint } from "./sources.mjs";

const most = 350 * 1024; // of a first visit, gzip
const assets = join(dist, "assets");
const sizes = new Map();

for (const name of readdirSync(assets)) {
  const path = join(assets, name);
  if (![".js", ".css", ".svg"].includes(extname(name))) continue;
  const text = readFileSync(path);
  const gz = gzipSync(text, { level: 9 });
  const br = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
  writeFileSync(`${path}.gz`, gz);
  writeFileSync(`${path}.br`, br);
  rmSync(path);
  sizes.set(`assets/${name}`, { plain: text.length, gz: gz.length, br: br.length });
}

// The stylesheet stands below the shell, where the sources have it: what is
// above is painted without it, and the scripts, which run after it, never find
// a page without its rules.
const page = join(dist, "index.html");
const [before, link, after] = readFileSync(page, "utf8").split(/ *(<link rel="stylesheet"[^>]*>\n)/);
writeFileSync(page, before + after.replace("<noscript>", `${link}$&`));

// What the page names is loaded before anything else is asked for.
const first = readFileSync(page, "utf8")
  .match(/assets\/[\w.-]+/g)
  .filter((name) => sizes.has(name));
const weigh = (names, kind) => names.reduce((sum, n) => sum + (sizes.get(n)?.[kind] ?? 0), 0);
const html = statSync(page).size;
const gz = weigh(first, "gz") + html;
const kb = (n) => `${(n / 1024).toFixed(1)} KB`.padStart(10);
for (const [name, s] of [...sizes].sort((a, b) => b[1].gz - a[1].gz)) {
  console.log(`${kb(s.plain)} ${kb(s.gz)} gzip ${kb(s.br)} br  ${first.includes(name) ? "first " : "later "} ${name}`);
}
console.log(
  `a first visit: ${kb(gz)} gzip, ${kb(weigh(first, "br") + html)} br, in ${first.length} files (at most ${kb(most)} gzip)`,
);
if (gz > most) {
  console.error("the first visit has become too large");
  process.exit(1);
}
writeFileSync(join(dist, "sources.sha256"), `${fingerprint()}\n`);
