// Runs first in `npm start`, `npm run demo`, `npm test` and `npm run check`: plain JavaScript without packages, for
// any Node from 18 on. Installs the packages of package-lock.json unless they are there already.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const NODE_MAJOR = 24;
const root = fileURLToPath(new URL("..", import.meta.url));

const readPackages = (file) => {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined; // The installation was interrupted while it wrote the file, which therefore counts as absent.
  }
};

const isInstalled = () => {
  const wanted = readPackages("package-lock.json") ?? {};
  const installed = readPackages("node_modules/.package-lock.json"); // This is npm's own record of what it installed.
  if (!installed) return false;
  const matches = (path) => {
    const [want, have] = [wanted[path], installed[path]];
    return want !== undefined && want.version === have.version && want.integrity === have.integrity;
  };
  // Packages for other platforms are optional, and absent here.
  const isComplete = Object.keys(wanted).every((path) => path === "" || path in installed || wanted[path].optional);
  // A folder may be gone although npm's record names it.
  const isThere = (path) => existsSync(join(root, path));
  return isComplete && Object.keys(installed).every((path) => matches(path) && isThere(path));
};

const install = () => {
  console.error("Installing the packages that package-lock.json names …");
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  // npm under the machine's Node, by name: `npm ci` removes node_modules/.bin/node while it works.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const options = { cwd: root, stdio: ["ignore", 2, 2] };
  const run = npm?.endsWith(".js")
    ? spawnSync(node ?? process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, options);
  if (run.status === 0) return true;
  console.error("The packages could not be installed: see the message above, then run `npm ci`.");
  return false;
};

const nodeMajor = () => {
  const own = join(root, "node_modules/.bin/node");
  const { stdout } = spawnSync(existsSync(own) ? own : "node", ["--version"], { encoding: "utf8" });
  return Number(/^v(\d+)/.exec(stdout ?? "")?.[1] ?? 0);
};

const hasNode = () => {
  const major = nodeMajor();
  if (major >= NODE_MAJOR) return true;
  const found = major ? `this machine has ${major}` : "none was found";
  console.error(
    `Ringdown needs Node ${NODE_MAJOR} or newer (${found}): install it, or run \`npm ci\` without --omit=optional.`,
  );
  return false;
};

process.exitCode = (isInstalled() || install()) && hasNode() ? 0 : 1;
