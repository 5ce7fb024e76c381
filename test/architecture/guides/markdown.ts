import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { configSchema } from "../../../infra/config/config-schema.ts";

export const root = join(import.meta.dirname, "../../..");
export const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The folders of the project, without those of npm, git and data. */
export const topFolders: readonly string[] = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
  .map((entry) => entry.name)
  .sort();

/** Every text that people read: the root's files, the guides, and the READMEs of the folders. */
export const texts: readonly string[] = [
  ...globSync("*.md", { cwd: root }),
  ...globSync("docs/**/*.md", { cwd: root }),
  ...globSync(`{${topFolders.filter((folder) => folder !== "docs").join(",")}}/**/README.md`, { cwd: root }),
].sort();

/** The guides for integrators, in the order of the index, which is the order in which they are read. */
export const integratorGuides: readonly string[] = [
  ...read("docs/README.md").matchAll(/\]\((integrators\/[\w-]+\.md)\)/g),
].map(([, link]) => join(dirname("docs/README.md"), link ?? ""));

export interface FencedBlock {
  file: string;
  line: number;
  /** The text behind the opening fence: `sh`, `sh production`, `json`, … */
  info: string;
  text: string;
}

const FENCE = /^( *)```(.*)\n([\s\S]*?)^\1```$/gm;

export const fencedBlocks = (file: string): FencedBlock[] => {
  const text = read(file);
  return [...text.matchAll(FENCE)].map((match) => {
    const [, indent = "", info = "", body = ""] = match;
    return {
      file,
      line: text.slice(0, match.index).split("\n").length,
      info: info.trim(),
      text: body.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    };
  });
};

/** Returns a text without its fenced blocks. */
export const proseOf = (text: string): string => text.replaceAll(FENCE, "");

/** Returns the texts between single backquotes in the prose. */
export const codeSpans = (text: string): string[] =>
  [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? "");

/** Environment variables that other programs read, with those programs. */
const READ_BY_OTHERS: Readonly<Record<string, string>> = {
  COMPOSE_PROFILES: "Docker Compose",
  NODE_EXTRA_CA_CERTS: "Node",
  TEMPORAL_DEBUG: "Temporal's SDK",
};

/** Tells whether the configuration, a source file of ours or a program that we start reads a variable. */
export const isKnownVariable = (name: string): boolean =>
  name in configSchema.shape || name in READ_BY_OTHERS || sourceText().includes(name);

let sources: string | undefined;
/** Returns the text of every source file of the project, for the question whether a word occurs in it. */
export const sourceText = (): string =>
  (sources ??= [
    ...globSync("{api,application,domain,workflows,activities,worker,infra,scripts,test}/**/*.{ts,js,mjs}", {
      cwd: root,
    }),
    ...globSync("{*.js,*.json,*.yml,Dockerfile}", { cwd: root }),
  ]
    .filter((file) => !file.startsWith("test/architecture/guides/"))
    .map(read)
    .join("\n"));
