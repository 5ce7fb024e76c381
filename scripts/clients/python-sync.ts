import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../clients/python/src/ringdown");

/** Modules of the Python client that somebody writes for its half that waits for nobody; the other half is made of them. */
const MODULES = [
  "client",
  "connection",
  "contact_files",
  "conversations",
  "document_files",
  "event_stream",
  "listing",
  "send_file",
];

/** The modules of the half whose calls wait, by file name. */
export const writeSyncHalf = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    MODULES.map((name) => [`${name}.py`, toSync(readFileSync(join(FOLDER, `async_${name}.py`), "utf8"), name)]),
  );

const WORDS: readonly [RegExp, string][] = [
  [/\[(\w+) async for \1 in (\w+)\]/g, "list($2)"],
  [/\basync (def|for|with)\b/g, "$1"],
  [/\bawait /g, ""],
  [/\b__aiter__\b/g, "__iter__"],
  [/\b__aenter__\b/g, "__enter__"],
  [/\b__aexit__\b/g, "__exit__"],
  [/\baiter_lines\b/g, "iter_lines"],
  [/\baread\b/g, "read"],
  [/\baclose\b/g, "close"],
  [/\basyncio\b/g, "time"],
  [/\basynccontextmanager\b/g, "contextmanager"],
  [/\bAsync(?=[A-Z])/g, ""],
  [/\basync_(?=[a-z])/g, ""],
  // What a loop does where it waits between its rounds is one statement where it does not.
  [/^( +)for (\w+) in (.+):\n +yield \2$/gm, "$1yield from $3"],
];

/** From a line `# async only` to `# both again` it has no counterpart. */
const ASYNC_ONLY = /^ *# async only[^]*?# both again\n/gm;

/** Returns the module as it is without `async`. */
export const toSync = (source: string, name: string): string => {
  const both = source.replaceAll(ASYNC_ONLY, "");
  const sync = WORDS.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), both);
  return `# Written by \`npm run clients\` from async_${name}.py: change that one.\n${sync.replaceAll(IMPORTS, sortImports)}`;
};

/** Imports in one block stand in the order of their names, which are others now. */
const IMPORTS = /(?:^(?:from|import) .+\n)+/gm;

const sortImports = (block: string): string =>
  block
    .split("\n")
    .filter(Boolean)
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
    .map((line) => `${line}\n`)
    .join("");

/** Whole modules come first. */
const rankOf = (line: string): string => `${line.startsWith("import") ? 0 : 1} ${line.split(" ")[1] ?? ""}`;
