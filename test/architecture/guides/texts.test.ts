import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { operations } from "../../../api/areas.ts";
import { configSchema } from "../../../infra/config/config-schema.ts";
import { buildConfigTable, GUIDE, replaceConfigTable } from "../../../scripts/config-table.ts";
import { codeSpans, fencedBlocks, isKnownVariable, proseOf, read, root, texts, topFolders } from "./markdown.ts";

const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));

const allOf = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

/** Commands that npm knows without package.json. */
const NPM_OWN = new Set(["ci", "install"]);
const npmCommands = (text: string) =>
  allOf(/\bnpm ((?:run )?[a-z][\w:-]*)/g, text).map((command) => command.replace(/^run /, ""));

/** Files and folders of ours in `code`: those below a top folder, and those with a file's ending. Patterns are not. */
const namedPaths = (text: string) =>
  codeSpans(text).filter(
    (span) =>
      /^[\w.-]+(\/[\w.-]+)*\/?$/.test(span) &&
      !MEDIA_TYPES.has(span) &&
      (/\.(ts|mjs|json|yml|md|csv)$/.test(span) || topFolders.some((folder) => span.startsWith(`${folder}/`))),
  );
/** They look like paths in application/. */
const MEDIA_TYPES = new Set(["application/json", "application/octet-stream"]);

/** Files that are made in the data folder while the platform runs. */
const MADE_AT_RUN_TIME = new Set([
  "secrets.json",
  "DATA_DIR/secrets.json",
  "run/ports.json",
  "talk-page.json",
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
  allOf(/^#+ (.+)$/gm, proseOf(read(file)))
    .map(anchorOf)
    .includes(anchor);

const resolves = (file: string, link: string): boolean => {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : join(dirname(file), path);
  return existsSync(join(root, target)) && (anchor === undefined || hasAnchor(target, anchor));
};

/** Names in capitals with an underscore: environment variables, of ours or of a program that we start. */
const namedVariables = (text: string) =>
  codeSpans(text).flatMap((span) => allOf(/(?<![\w$"])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w…])/g, span));

/** Returns the routes that a text names, such as `POST /campaigns/create`, with or without the root of the API in front. */
const namedRoutes = (text: string) =>
  codeSpans(text)
    .map((span) => /^(GET|POST|PUT|PATCH|DELETE) (?:\/api\/v1)?(\/[^\s?]+)/.exec(span))
    .flatMap((match) => (match ? [{ method: match[1]?.toLowerCase(), path: match[2] }] : []));
const isOperation = (route: { method: string | undefined; path: string | undefined }) =>
  operations.some(({ method, path }) => method === route.method && path === route.path);
/** Its routes are those of the simulator. */
const OTHER_ROUTES = new Set(["infra/simulator/README.md"]);

const LANGUAGES = new Set(["js", "sh", "sh production", "json", "python", "text", "mermaid"]);

describe("the README", () => {
  it("is read in one go", () => {
    expect(read("README.md").split("\n").length).toBeLessThanOrEqual(201);
  });

  it("names both commands, and every top folder with its README", () => {
    const text = read("README.md");
    expect(npmCommands(text)).toEqual(expect.arrayContaining(["start", "demo", "test", "check"]));
    expect(linksOf(text)).toEqual(expect.arrayContaining(topFolders.map((folder) => `${folder}/README.md`)));
  });

  it("leads to the guides' index, which leads to every guide", () => {
    const guides = globSync("docs/*/*.md", { cwd: root }).sort();
    const leadsTo = (file: string) => linksOf(read(file)).map((link) => join(dirname(file), link.split("#")[0] ?? ""));
    expect(leadsTo("README.md")).toContain("docs/README.md");
    const index = [...leadsTo("docs/README.md"), ...leadsTo("docs/decisions/README.md")];
    expect(index).toEqual(expect.arrayContaining(guides));
  });
});

describe("the guide to the configuration", () => {
  it("shows the table as the schema has it", () => {
    expect(replaceConfigTable(read(GUIDE))).toBe(read(GUIDE));
    expect(read(GUIDE)).toContain(buildConfigTable());
  });

  it("has a row for every variable, with its default", () => {
    const rows = buildConfigTable().split("\n").slice(2);
    expect(rows).toHaveLength(Object.keys(configSchema.shape).length);
    expect(rows).toContain("| `PORT` | `8080` | Port that the API listens on. |");
    expect(rows.find((row) => row.startsWith("| `DATABASE_URL` |  |"))).toBeDefined();
  });
});

describe.each(texts)("%s", (file) => {
  const text = read(file);

  it("names only commands that package.json has", () => {
    expect(npmCommands(text).filter((command) => !(command in scripts) && !NPM_OWN.has(command))).toEqual([]);
  });

  it("names only files and folders that exist", () => {
    const missing = namedPaths(text).filter(
      (path) =>
        !MADE_AT_RUN_TIME.has(path) &&
        !existsSync(join(root, path)) &&
        !existsSync(join(root, dirname(file), path)) &&
        !isBelow(dirname(file), path),
    );
    expect(missing).toEqual([]);
  });

  it("names only environment variables that something reads", () => {
    expect(namedVariables(text).filter((name) => !isKnownVariable(name))).toEqual([]);
  });

  it("names only routes that are operations", () => {
    const routes = OTHER_ROUTES.has(file) ? [] : namedRoutes(text);
    expect(routes.filter((route) => !isOperation(route))).toEqual([]);
  });

  it("links only to what is there", () => {
    expect(linksOf(text).filter((link) => !resolves(file, link))).toEqual([]);
  });

  it("says of every fenced block what it is", () => {
    expect(fencedBlocks(file).filter(({ info }) => !LANGUAGES.has(info))).toEqual([]);
  });

  it("has only JSON that parses", () => {
    for (const block of fencedBlocks(file).filter(({ info }) => info === "json")) {
      expect(() => {
        JSON.parse(block.text);
      }).not.toThrow();
    }
  });
});
