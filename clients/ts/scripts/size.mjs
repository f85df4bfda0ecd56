// npm run size: what the package weighs in a page.
import { build } from "esbuild";
import { brotliCompressSync, gzipSync } from "node:zlib";

const one = async (what, contents) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: new URL("../src", import.meta.url).pathname, loader: "ts" },
    bundle: true, minify: true, format: "esm", target: "es2022", write: false,
  });
  const [{ contents: text }] = outputFiles;
  console.log(`${what}: ${text.length} bytes minified, ${gzipSync(text, { level: 9 }).length} gzip, ${brotliCompressSync(text).length} brotli`);
};
await one("all", `export * from "./index.ts"`);
await one("MadangClient", `export { MadangClient } from "./index.ts"`);
