import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { areErrorCodesCurrent, writeErrorCodes } from "../error-codes/error-codes.ts";
import { buildTypeScript } from "./build-typescript.ts";
import { buildVerifyPage } from "./build-verify-page.ts";
import { buildWheel } from "./build-wheel.ts";
import { readClientApi } from "./client-api.ts";
import { writeCommands } from "./commands.ts";
import { writePython } from "./python.ts";
import { writeSyncHalf } from "./python-sync.ts";
import { writeTypeScript } from "./typescript.ts";

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = "clients/python/src/ringdown/generated";
const TYPESCRIPT = "clients/typescript/src/generated";
/** The console hands it out; it is used from a file. */
const VERIFY_PAGE = "console/public/verify.html";
const COMMAND_LINE = "clients/typescript/cli/generated";

/** Returns everything that is generated from the table of operations, by its path from the root. */
export const writeClients = (): Readonly<Record<string, string>> => {
  const api = readClientApi();
  const inFolder = (folder: string, files: Readonly<Record<string, string>>) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]);
  return Object.fromEntries([
    ...inFolder(TYPESCRIPT, writeTypeScript(api)),
    ...inFolder(COMMAND_LINE, { "commands.ts": writeCommands(api) }),
    ...inFolder(PYTHON, writePython(api)),
    ...inFolder(dirname(PYTHON), writeSyncHalf()),
    [VERIFY_PAGE, buildVerifyPage()],
  ]);
};

const isCurrent = (path: string, text: string): boolean =>
  existsSync(join(ROOT, path)) && readFileSync(join(ROOT, path), "utf8") === text;

/** Writes what is out of date and builds the packages into `.cache/clients/`; with `--check` it only says what is out of date. */
export const runClients = (options: readonly string[]): void => {
  const stale = Object.entries(writeClients()).filter(([path, text]) => !isCurrent(path, text));
  if (options.includes("--check")) {
    if (!areErrorCodesCurrent()) stale.push(["api/http/openapi/error-codes.json", ""]);
    for (const [path] of stale) console.log(`${path} is out of date: run \`npm run clients\``);
    process.exitCode = stale.length > 0 ? 1 : 0;
    return;
  }
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  buildTypeScript(join(ROOT, ".cache/clients/typescript"));
  const failure = buildWheel(join(ROOT, ".cache/clients/python"));
  if (failure !== null) console.log(`The Python package was not built: ${failure}`);
};

if (import.meta.main) {
  const options = process.argv.slice(2);
  // The document was read with the codes that this replaces.
  if (!options.includes("--check") && writeErrorCodes())
    process.exitCode =
      spawnSync(process.execPath, [import.meta.filename, ...options], { stdio: "inherit" }).status ?? 1;
  else runClients(options);
}
