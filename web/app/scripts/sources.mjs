// What the built page depends on, as one number: its own sources, those of
// the protocol client, and how it is built.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const app = fileURLToPath(new URL("..", import.meta.url));
export const dist = join(app, "../dist");
const client = join(app, "../../clients/ts/src");

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

export function fingerprint() {
  const hash = createHash("sha256");
  const own = ["index.html", "docs.html", "vite.config.ts", "tsconfig.json", "package.json", "package-lock.json"].map(
    (n) => join(app, n),
  );
  for (const path of [...own, ...files(join(app, "src")), ...files(join(app, "scripts")), ...files(client)]) {
    hash.update(relative(app, path).split(sep).join("/")).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}
