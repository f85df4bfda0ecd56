// npm run size: what the package weighs in a page; all of it may be 9 KiB, gzipped.
import { build } from "esbuild";
import { brotliCompressSync, gzipSync } from "node:zlib";

const one = async (what, contents) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: new URL("../src", import.meta.url).pathname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  const [{ contents: text }] = outputFiles;
  const gzip = gzipSync(text, { level: 9 }).length;
  console.log(`${what}: ${text.length} bytes minified, ${gzip} gzip, ${brotliCompressSync(text).length} brotli`);
  if (gzip > 9 << 10) process.exitCode = 1;
};
await one("all", `export * from "./index.ts"`);
await one("MadangClient", `export { MadangClient } from "./index.ts"`);
