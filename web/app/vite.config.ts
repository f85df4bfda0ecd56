import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  plugins: [react()],
  resolve: { alias: { "@madang/client": here("../../clients/ts/src/index.ts") } },
  // The server puts a nonce of its own where this mark stands.
  html: { cspNonce: "__NONCE__" },
  build: {
    outDir: here("../dist"),
    emptyOutDir: true,
    target: "es2022",
    // The policy lets in scripts from the server only, never data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    // What a first visit needs is one file: each request is dear on a slow machine.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here("index.html"), docs: here("docs.html") },
      output: {
        codeSplitting: { groups: [{ name: "first", tags: ["$initial"], test: (id) => !/\/docs\./.test(id) }] },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: process.env.MADANG ?? "http://127.0.0.1:8000", ws: true },
      "/openapi.json": process.env.MADANG ?? "http://127.0.0.1:8000",
    },
  },
});
