// Makes dist/native of dist: one file for React Native. Metro finds it by the field and the condition
// "react-native" of package.json. Its classes have no private names, which Babel's preset of React
// Native 0.72 does not know, and it is CommonJS, which Jest takes as it is and require() in every Node.
import { build } from "esbuild";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
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
// Types beside a package.json of CommonJS are those of a CommonJS module.
for (const name of readdirSync(dist)) if (name.endsWith(".d.ts")) cpSync(dist + name, dist + "native/" + name);
writeFileSync(dist + "native/package.json", `{"type": "commonjs"}\n`);
