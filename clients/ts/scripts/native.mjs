// Makes dist/native of dist: one file for React Native. Metro finds it by the field and the condition
// "react-native" of package.json. Its classes have no private names, which Babel's preset of React
// Native 0.72 does not know, and it is CommonJS, which Jest takes as it is.
import { build } from "esbuild";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
mkdirSync(dist + "native", { recursive: true });
await build({
  entryPoints: [dist + "index.js"],
  outfile: dist + "native/index.js",
  bundle: true,
  format: "cjs",
  platform: "neutral",
  target: "es2017",
  charset: "utf8",
  sourcemap: true,
});
writeFileSync(dist + "native/package.json", `{"type": "commonjs"}\n`);
