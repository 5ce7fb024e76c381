import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../infra/version.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "clients/typescript");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
/** The bundler that comes with Vite. */
const ROLLDOWN = join(ROOT, "node_modules/rolldown/bin/cli.mjs");

/**
 * Builds the npm package `ringdown` into a folder, as `npm pack` and `npm publish` take it. The same sources make the same bytes; the
 * version is that of the root's package.
 */
export const buildTypeScript = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(
    TSC,
    "--project",
    SOURCE,
    "--noEmit",
    "false",
    "--declaration",
    "--rootDir",
    join(SOURCE, "src"),
    "--outDir",
    join(folder, "dist"),
  );
  // The command line has its one package in itself, so that the client brings none.
  run(
    ROLLDOWN,
    join(SOURCE, "cli/main.ts"),
    "--file",
    join(folder, "dist/cli.js"),
    "--platform",
    "node",
    "--format",
    "esm",
    "--minify",
  );
  const { name, ...described }: { name: string } = JSON.parse(readFileSync(join(SOURCE, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name, version, ...described }, null, 2)}\n`);
  copyFileSync(join(SOURCE, "README.md"), join(folder, "README.md"));
  copyFileSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
};

/** Runs one of the project's programs; throws with what it says when it fails. */
const run = (program: string, ...parameters: string[]): void => {
  try {
    execFileSync(process.execPath, [program, ...parameters], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stdout = "", stderr = "" }: { stdout?: unknown; stderr?: unknown } = Object(error);
    throw new Error(`${program} failed:\n${String(stdout)}${String(stderr)}`, { cause: error });
  }
};
