// Makes src/fonts: Pretendard (SIL Open Font License 1.1), cut down to Latin,
// the marks of our texts and the Korean syllables of KS X 1001, with the
// weights from 400 to 700. What our own texts use is one file; the rest is
// another, which a browser asks for when such a syllable is to be shown.
//
//   npm install --no-save pretendard@1.3.9 subset-font@2.9.0
//   node scripts/font.mjs
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

const app = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const pretendard = `${app}node_modules/pretendard/`;
const source = readFileSync(`${pretendard}dist/public/variable/PretendardVariable.ttf`);

const syllable = /[가-힣]/g;
const texts = execFileSync("git", ["-C", root, "ls-files", "*.yaml", "*.ts", "*.json", "*.csv", "*.md"], {
  encoding: "utf8",
})
  .trim()
  .split("\n");
const used = new Set(texts.flatMap((name) => readFileSync(root + name, "utf8").match(syllable) ?? []));

const euc = new TextDecoder("euc-kr");
const known = new Set();
for (let a = 0xb0; a <= 0xc8; a++) for (let b = 0xa1; b <= 0xfe; b++) known.add(euc.decode(new Uint8Array([a, b])));
const rest = [...known].filter((c) => c.match(syllable) && !used.has(c));

const latin = String.fromCharCode(
  ...Array.from({ length: 95 }, (_, i) => 32 + i),
  ...Array.from({ length: 96 }, (_, i) => 160 + i),
);
const marks =
  "–—‘’“”…‰′″₩€→←↑↓↔•※「」『』〈〉《》【】、。①②③④⑤⑥⑦⑧⑨⑩㎡㎞℃㈜≤≥≠−∼～▶▷■□●○★☆ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㅏㅑㅓㅕㅗㅛㅜㅠㅡㅣㅐㅔ";

/** ranges are the code points in CSS's own way, neighbours together. */
function ranges(characters) {
  const points = [...new Set([...characters].map((c) => c.codePointAt(0)))].sort((a, b) => a - b);
  const out = [];
  for (const p of points) {
    if (out.at(-1)?.[1] === p - 1) out.at(-1)[1] = p;
    else out.push([p, p]);
  }
  const hex = (n) => n.toString(16);
  return out.map(([a, b]) => `U+${hex(a)}${b > a ? `-${hex(b)}` : ""}`).join(",");
}

let css = "/* Made by scripts/font.mjs. Pretendard © 2021 Kil Hyung-jin, SIL Open Font License 1.1: OFL.txt. */\n";
// Of two files with a character in their ranges the later one is taken, so that
// the first may claim all of Hangul.
for (const [name, characters, range] of [
  ["pretendard-rest", rest.join(""), "U+ac00-d7a3"],
  ["pretendard", latin + marks + [...used].join("")],
]) {
  const font = await subset(source, characters, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  });
  writeFileSync(`${app}src/fonts/${name}.woff2`, font);
  css += `@font-face { font-family: Pretendard; font-weight: 400 700; font-display: swap; src: url(./${name}.woff2) format("woff2"); unicode-range: ${range ?? ranges(characters)}; }\n`;
  console.log(`${name}: ${[...characters].length} characters, ${(font.length / 1024).toFixed(0)} KB`);
}
writeFileSync(`${app}src/fonts/fonts.css`, css);
copyFileSync(`${pretendard}dist/LICENSE.txt`, `${app}src/fonts/OFL.txt`);
