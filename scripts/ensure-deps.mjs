// Runs first in `npm start`, `npm run demo`, `npm test` and `npm run check`: plain JavaScript without packages, for
// any Node from 18 on. Installs the packages of package-lock.json unless they are there already.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NODE_MAJOR = 24;
const LONGEST_INSTALLATION_MS = 15 * 60_000;
const LOOK_EVERY_MS = 200;
const root = fileURLToPath(new URL("..", import.meta.url));
const lock = join(root, ".cache/installing"); // It holds the id of the process that installs.

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

const takeLock = () => {
  mkdirSync(dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
};

// The id may be another program's meanwhile, or of another machine: nobody installs for that long.
const isLockLeft = () => {
  try {
    const { mtimeMs } = statSync(lock);
    const holder = Number(readFileSync(lock, "utf8"));
    if (Date.now() - mtimeMs > LONGEST_INSTALLATION_MS) return true;
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH"; // Otherwise it was just given back, or its process is another user's.
  }
};

// Two commands in a fresh clone, as in two terminals, must not install at once: each would remove what the other has put there.
const installInTurn = () => {
  for (let looks = 0; !takeLock(); looks += 1) {
    if (isLockLeft()) rmSync(lock, { force: true });
    else if (looks === 0) console.error("Another command installs the packages: waiting for it …");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
  try {
    return isInstalled() || install();
  } finally {
    rmSync(lock, { force: true });
  }
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

process.exitCode = (isInstalled() || installInTurn()) && hasNode() ? 0 : 1;
