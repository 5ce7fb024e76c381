import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readClientApi } from "./client-api.ts";
import { writeTypeScript } from "./typescript.ts";

const ROOT = join(import.meta.dirname, "../..");
const TYPESCRIPT = "clients/typescript/src/generated";

/** Returns everything that is generated from the table of operations, by its path from the root. */
export const writeClients = (): Readonly<Record<string, string>> => {
  const api = readClientApi();
  const generated = Object.entries(writeTypeScript(api));
  return Object.fromEntries(generated.map(([name, text]) => [`${TYPESCRIPT}/${name}`, text]));
};

const isCurrent = (path: string, text: string): boolean =>
  existsSync(join(ROOT, path)) && readFileSync(join(ROOT, path), "utf8") === text;

/** Writes what is out of date; with `--check` it only says so. */
export const runClients = (options: readonly string[]): void => {
  const stale = Object.entries(writeClients()).filter(([path, text]) => !isCurrent(path, text));
  for (const [path, text] of stale) {
    if (options.includes("--check")) {
      console.log(`${path} is out of date: run \`npm run clients\``);
      process.exitCode = 1;
      continue;
    }
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
};

if (import.meta.main) runClients(process.argv.slice(2));
