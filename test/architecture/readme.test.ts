import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { configSchema } from "../../infra/config/config.ts";
import { configTable, withConfigTable } from "../../scripts/config-table.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));

/** Folders of ours, not of npm, git and data. */
const topFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
  .map((entry) => entry.name)
  .sort();
const readmes = ["README.md", ...globSync(`{${topFolders.join(",")}}/**/README.md`, { cwd: root }).sort()];

const allOf = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");
const proseOf = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, "");

/** What npm knows without package.json. */
const NPM_OWN = new Set(["ci"]);
const npmCommands = (text: string) =>
  allOf(/\bnpm ((?:run )?[a-z][\w:-]*)/g, text).map((command) => command.replace(/^run /, ""));

/** Files and folders of ours in `code`: those below a top folder, and those with a file's ending. Patterns are not. */
const namedPaths = (text: string) =>
  allOf(/`([^`\s]+)`/g, proseOf(text)).filter(
    (span) =>
      /^[\w.-]+(\/[\w.-]+)*\/?$/.test(span) &&
      (/\.(ts|mjs|json|yml|md|csv)$/.test(span) || topFolders.some((folder) => span.startsWith(`${folder}/`))),
  );
/** Made when the platform runs, in the data folder. */
const MADE_AT_RUN_TIME = new Set([
  "secrets.json",
  "DATA_DIR/secrets.json",
  "run/ports.json",
  "DATA_DIR/run/ports.json",
]);

/** A folder's README may name a file of one of its folders by its own name. */
const isBelow = (folder: string, path: string) =>
  folder !== "." && globSync(`${folder}/**/${path}`, { cwd: root }).length > 0;

const linksOf = (text: string) =>
  allOf(/\]\(([^)\s]+)\)/g, proseOf(text)).filter((target) => !/^(https?|mailto):/.test(target));

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(/\s/g, "-");
const hasAnchor = (file: string, anchor: string) =>
  allOf(/^#+ (.+)$/gm, read(file))
    .map(anchorOf)
    .includes(anchor);

const resolves = (readme: string, link: string): boolean => {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? readme : join(dirname(readme), path);
  return existsSync(join(root, target)) && (anchor === undefined || hasAnchor(target, anchor));
};

describe("the README", () => {
  it("shows the configuration as the schema has it", () => {
    expect(withConfigTable(read("README.md"))).toBe(read("README.md"));
    expect(read("README.md")).toContain(configTable());
  });

  it("has a row for every variable, with its default", () => {
    const rows = configTable().split("\n").slice(2);
    expect(rows).toHaveLength(Object.keys(configSchema.shape).length);
    expect(rows).toContain("| `PORT` | `8080` | Port that the API listens on. |");
    expect(rows.find((row) => row.startsWith("| `DATABASE_URL` |  |"))).toBeDefined();
  });

  it("names both commands, and every top folder with its README", () => {
    const text = read("README.md");
    expect(npmCommands(text)).toEqual(expect.arrayContaining(["start", "demo", "test", "check"]));
    expect(linksOf(text)).toEqual(expect.arrayContaining(topFolders.map((folder) => `${folder}/README.md`)));
  });
});

describe.each(readmes)("%s", (readme) => {
  const text = read(readme);

  it("names only commands that package.json has", () => {
    expect(npmCommands(text).filter((command) => !(command in scripts) && !NPM_OWN.has(command))).toEqual([]);
  });

  it("names only files and folders that exist", () => {
    const missing = namedPaths(text).filter(
      (path) =>
        !MADE_AT_RUN_TIME.has(path) &&
        !existsSync(join(root, path)) &&
        !existsSync(join(root, dirname(readme), path)) &&
        !isBelow(dirname(readme), path),
    );
    expect(missing).toEqual([]);
  });

  it("links only to what is there", () => {
    expect(linksOf(text).filter((link) => !resolves(readme, link))).toEqual([]);
  });
});
