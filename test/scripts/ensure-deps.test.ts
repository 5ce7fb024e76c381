import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

const SCRIPT = "scripts/ensure-deps.mjs";
const RECORD = "node_modules/.package-lock.json";
const PACKAGES = {
  "node_modules/alpha": { version: "1.0.0", integrity: "sha512-a" },
  "node_modules/beta": { version: "2.0.0", integrity: "sha512-b" },
};
const OF_ANOTHER_PLATFORM = { version: "3.0.0", integrity: "sha512-c", optional: true };
/** Stands in for npm: it writes its arguments down and ends with the status that `NPM_STATUS` names. */
const NPM = `
  require("node:fs").writeFileSync(process.env.NPM_LOG, JSON.stringify(process.argv.slice(2)));
  process.exitCode = Number(process.env.NPM_STATUS);
`;

let root: string;

const write = (path: string, content: unknown) =>
  writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
/** Makes a Node of this version: the project's own, or the machine's. */
const useNode = (version: string, folder = "node_modules/.bin") => {
  mkdirSync(join(root, folder), { recursive: true });
  write(`${folder}/node`, `#!/bin/sh\necho ${version}\n`);
  chmodSync(join(root, folder, "node"), 0o755);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ensure-deps-"));
  for (const folder of ["scripts", ...Object.keys(PACKAGES)]) mkdirSync(join(root, folder), { recursive: true });
  cpSync(join(import.meta.dirname, "../..", SCRIPT), join(root, SCRIPT));
  write("npm.js", NPM);
  write("package-lock.json", {
    packages: { "": { name: "project" }, ...PACKAGES, "node_modules/other": OF_ANOTHER_PLATFORM },
  });
  write(RECORD, { packages: PACKAGES });
  useNode("v24.7.0");
  useNode("v24.8.0", "bin");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const environment = (npmStatus = 0) => ({
  PATH: `${join(root, "bin")}:${process.env["PATH"]}`,
  npm_execpath: join(root, "npm.js"),
  npm_node_execpath: process.execPath,
  NPM_LOG: join(root, "npm.json"),
  NPM_STATUS: String(npmStatus),
});

/** Runs the script; `installed` is null when it did not ask npm for anything. */
const ensure = (npmStatus = 0) => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, SCRIPT)], {
    encoding: "utf8",
    env: environment(npmStatus),
  });
  const log = join(root, "npm.json");
  const installed: unknown = existsSync(log) ? JSON.parse(readFileSync(log, "utf8")) : null;
  return { status, stderr, installed };
};

const INSTALLED = { status: 0, installed: ["ci", "--no-audit", "--no-fund", "--loglevel=error"] };

describe("scripts/ensure-deps.mjs", () => {
  it("installs nothing when every package is there, but for those of another platform", () => {
    expect(ensure()).toEqual({ status: 0, stderr: "", installed: null });
  });

  const LACKS: readonly (readonly [reason: string, change: () => void])[] = [
    ["nothing was installed yet", () => rmSync(join(root, "node_modules"), { recursive: true })],
    ["an installation was interrupted", () => write(RECORD, '{ "packages": {')],
    [
      "a package was added",
      () => write(RECORD, { packages: { "node_modules/alpha": PACKAGES["node_modules/alpha"] } }),
    ],
    [
      "a package was removed",
      () => write("package-lock.json", { packages: { "node_modules/alpha": PACKAGES["node_modules/alpha"] } }),
    ],
    [
      "a package has another version",
      () =>
        write(RECORD, { packages: { ...PACKAGES, "node_modules/beta": { version: "1.9.0", integrity: "sha512-b" } } }),
    ],
    [
      "a package has another content",
      () =>
        write(RECORD, { packages: { ...PACKAGES, "node_modules/beta": { version: "2.0.0", integrity: "sha512-x" } } }),
    ],
    ["a package's folder is gone", () => rmSync(join(root, "node_modules/beta"), { recursive: true })],
  ];
  it.each(LACKS)("installs what package-lock.json names when %s", (_reason, change) => {
    change();
    expect(ensure()).toMatchObject(INSTALLED);
  });

  const LOCK = ".cache/installing";
  const lockBy = (pid: number) => {
    mkdirSync(join(root, ".cache"));
    write(LOCK, String(pid));
  };

  it("waits for another command that installs, and installs nothing itself then", async () => {
    rmSync(join(root, RECORD));
    const other = spawn("sleep", ["infinity"]);
    lockBy(other.pid ?? 0);
    const second = spawn(process.execPath, [join(root, SCRIPT)], {
      env: environment(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = once(second, "exit");
    const [said] = await once(second.stderr, "data");
    expect(String(said)).toBe("Another command installs the packages: waiting for it …\n");
    write(RECORD, { packages: PACKAGES });
    rmSync(join(root, LOCK));
    expect(await ended).toEqual([0, null]);
    other.kill();
    expect({ asked: existsSync(join(root, "npm.json")), locked: existsSync(join(root, LOCK)) }).toEqual({
      asked: false,
      locked: false,
    });
  });

  it("installs where a command was ended while it did, and leaves no lock", () => {
    rmSync(join(root, RECORD));
    lockBy(spawnSync("true").pid);
    expect(ensure()).toMatchObject(INSTALLED);
    expect(existsSync(join(root, LOCK))).toBe(false);
  });

  it("installs where the lock is older than any installation, whosever the id is now", () => {
    rmSync(join(root, RECORD));
    lockBy(process.pid);
    utimesSync(join(root, LOCK), new Date(), new Date(Date.now() - 16 * 60_000));
    expect(ensure()).toMatchObject(INSTALLED);
  });

  it("fails with a sentence when npm fails", () => {
    rmSync(join(root, RECORD));
    expect(ensure(1)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("The packages could not be installed: see the message above, then run `npm ci`."),
    });
  });

  it("fails with a sentence when the project's Node, which comes before the machine's, is too old", () => {
    useNode("v22.11.0");
    expect(ensure()).toEqual({
      status: 1,
      stderr: expect.stringContaining("Ringdown needs Node 24 or newer (this machine has 22): install it"),
      installed: null,
    });
  });
});
