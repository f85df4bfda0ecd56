// An app of React Native as its own tools make it: Metro with the preset of React Native 0.72, React
// Native's own JavaScript, and @madang/client as npm would install it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("./", import.meta.url));
const app = here + "build/app/";
const require = createRequire(import.meta.url);

const folder = { linux: "linux64-bin", darwin: "osx-bin", win32: "win64-bin" }[process.platform];

/** tools are Hermes' own: of React Native 0.72, and the compiler of 1.0. */
export const tools = {
  hermes: here + `node_modules/hermes-engine-cli/${folder}/hermes`,
  hermesc: here + `node_modules/hermes-engine-cli/${folder}/hermesc`,
  hermesc1: here + `node_modules/hermes-compiler/hermesc/${folder}/hermesc`,
};

// Only its JavaScript is wanted: as a dependency it would bring what builds apps for phones, too.
const reactNative = "react-native@0.72.17";
const integrity = "sha512-k3dNe0XqoYCGGWTenbupWSj+ljW3GIfmYS5P4s3if4j0csx2YbenKgH1aJNWLp+UP7ONwfId6G+uBoUJfyMxXg==";

function install(file, name, parts = []) {
  mkdirSync(app + "node_modules/" + name, { recursive: true });
  execFileSync("tar", ["xzf", file, "-C", app + "node_modules/" + name, "--strip-components=1", ...parts]);
}

function pack(...args) {
  const options = ["--ignore-scripts", "--silent", "--pack-destination", here + "build"];
  return (
    here +
    "build/" +
    execFileSync("npm", ["pack", ...options, ...args], { cwd: here, encoding: "utf8" })
      .trim()
      .split("\n")
      .pop()
  );
}

function installReactNative() {
  const file = here + "build/react-native-0.72.17.tgz";
  if (!existsSync(file)) pack(reactNative);
  const got = "sha512-" + createHash("sha512").update(readFileSync(file)).digest("base64");
  if (got !== integrity) throw new Error(`${file} is ${got}`);
  install(file, "react-native", ["package/Libraries", "package/package.json", "package/index.js"]);
}

/** Stand-ins for packages of which most draws, or is native. */
const modules = {
  "react-native": app + "modules/react-native.js",
  "@react-native-community/netinfo": app + "modules/netinfo.js",
  "@react-native-async-storage/async-storage": app + "modules/async-storage.js",
};

/** prepare installs the packages of the app. */
function prepare() {
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  installReactNative();
  install(pack(here + ".."), "@madang/client");
  cpSync(here + "app", app, { recursive: true });
  writeFileSync(
    app + "readme.js",
    /```jsx?\n(import AsyncStorage[\s\S]*?)```/.exec(readFileSync(here + "../README.md", "utf8"))[1],
  );
}

/** bundle is the app as one script. */
export async function bundle() {
  prepare();
  const Metro = require("metro");
  const config = await Metro.loadConfig(
    { config: undefined, cwd: app },
    {
      projectRoot: app,
      watchFolders: [app, here + "node_modules"],
      resetCache: false,
      reporter: { update() {} },
      maxWorkers: 2,
      cacheStores: [],
      resolver: {
        nodeModulesPaths: [app + "node_modules", here + "node_modules"],
        platforms: ["android", "ios"],
        resolverMainFields: ["react-native", "browser", "main"],
        useWatchman: false,
        resolveRequest: (context, name, platform) =>
          modules[name]
            ? { type: "sourceFile", filePath: modules[name] }
            : context.resolveRequest(context, name, platform),
      },
      serializer: { getPolyfills: () => require("@react-native/js-polyfills")() },
      transformer: { babelTransformerPath: here + "transform.cjs" },
    },
  );
  const out = here + "build/app.js";
  await Metro.runBuild(config, { entry: app + "index.js", out, platform: "android", dev: false, minify: false });
  return out;
}
