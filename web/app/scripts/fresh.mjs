// Fails when web/dist was not made from the sources as they are.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dist, fingerprint } from "./sources.mjs";

const built = readFileSync(join(dist, "sources.sha256"), "utf8").trim();
if (built !== fingerprint()) {
  console.error("web/dist is older than its sources: run `make web`");
  process.exit(1);
}
console.log("web/dist is fresh");
