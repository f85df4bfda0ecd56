// Puts the repository's license into the package: npm packs the one that lies beside package.json.
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";

cpSync(
  fileURLToPath(new URL("../../../LICENSE", import.meta.url)),
  fileURLToPath(new URL("../LICENSE", import.meta.url)),
);
