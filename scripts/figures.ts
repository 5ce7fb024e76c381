import { execFileSync } from "node:child_process";
import { globSync, lstatSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type DuplicateBlock, findDuplicateBlocks } from "./duplicate-blocks.ts";
import { listImports } from "./import-specifiers.ts";
import { findExportPairs, findFilePairs, type NamePair } from "./name-pairs.ts";

/** The size and the shape of the source. Paths are relative to the root, with slashes. */
export interface Figures {
  topFolders: Size[];
  /** Folders two levels deep, the biggest first. */
  folders: Size[];
  longFiles: { file: string; lines: number }[];
  /** How many files of one top folder import one of another, by "from" and "to". */
  imports: Map<string, Map<string, number>>;
  duplicates: DuplicateBlock[];
  /** Files of the product that are shorter than SHORT_FILE_LINES. */
  shortFiles: string[];
  /** Files, and exports, that share their names with others. */
  filePairs: NamePair[];
  exportPairs: NamePair[];
}

/** What the files of the repository weigh, in bytes. */
export interface Weight {
  all: number;
  pictures: number;
  histories: number;
}

interface Size {
  folder: string;
  files: number;
  lines: number;
}

interface Source {
  file: string;
  source: string;
}

const SOURCES =
  "{domain,application,api,workflows,activities,worker,media,infra,console,clients,scripts,test}/**/*.{ts,tsx,js,mjs}";
const GENERATED: ReadonlySet<string> = new Set([
  "clients/typescript/src/generated/types.ts",
  "clients/typescript/src/generated/areas.ts",
  "clients/typescript/src/generated/operations.ts",
  "clients/typescript/cli/generated/commands.ts",
  "domain/number/number-zones.data.ts",
  "domain/template/played-calls.data.ts",
]);
const LONG_FILE_LINES = 200;
const SHORT_FILE_LINES = 15;
const BIGGEST_FOLDERS = 15;

/** A migration is never edited, so that it repeats what it replaces; generated files repeat themselves. */
const isWritten = ({ file }: Source) => !GENERATED.has(file) && !file.startsWith("infra/postgres/migrations/");
const isProduct = ({ file }: Source) => !file.startsWith("test/") && !file.startsWith("scripts/");

/** Measures every source below `root`; throws when there is none. */
export const measureSources = (root: string): Figures => {
  const sources = globSync(SOURCES, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.includes("node_modules/"))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(root, file), "utf8") }));
  if (sources.length === 0) throw new Error(`There is no source below ${root}.`);
  const product = sources.filter(isWritten).filter(isProduct);
  return {
    topFolders: sizes(sources, 1).sort((one, other) => one.folder.localeCompare(other.folder)),
    folders: sizes(sources.filter(isProduct), 2).slice(0, BIGGEST_FOLDERS),
    longFiles: product
      .map((source) => ({ file: source.file, lines: lineCount(source) }))
      .filter(({ lines }) => lines > LONG_FILE_LINES)
      .sort((one, other) => other.lines - one.lines),
    imports: countImports(sources),
    duplicates: findDuplicateBlocks(product).sort((one, other) => other.lines - one.lines),
    shortFiles: product.filter((source) => lineCount(source) < SHORT_FILE_LINES).map(({ file }) => file),
    filePairs: findFilePairs(product),
    exportPairs: findExportPairs(product),
  };
};

/** Weighs these files of a repository. */
export const weighFiles = (root: string, files: readonly string[]): Weight => {
  const bytesOf = (chosen: readonly string[]) =>
    chosen.reduce((sum, file) => sum + (lstatSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0), 0);
  return {
    all: bytesOf(files),
    pictures: bytesOf(files.filter((file) => /\.(?:png|jpg|gif)$/.test(file))),
    histories: bytesOf(files.filter((file) => file.startsWith("test/workflows/histories/"))),
  };
};

/** Writes a weight as one line of Markdown. */
export const formatWeight = ({ all, pictures, histories }: Weight): string => {
  const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `The repository weighs ${inMegabytes(all)}: ${inMegabytes(pictures)} of pictures, ${inMegabytes(histories)} of histories.`;
};

const lineCount = ({ source }: Source): number => source.split("\n").length - (source.endsWith("\n") ? 1 : 0);

/** Sums files and lines by the first `depth` folders of their paths, the biggest first. */
const sizes = (sources: readonly Source[], depth: number): Size[] => {
  const byFolder = new Map<string, Size>();
  for (const source of sources) {
    const folder = source.file.split("/").slice(0, -1).slice(0, depth).join("/");
    const size = byFolder.get(folder) ?? { folder, files: 0, lines: 0 };
    byFolder.set(folder, { folder, files: size.files + 1, lines: size.lines + lineCount(source) });
  }
  return [...byFolder.values()].sort((one, other) => other.lines - one.lines);
};

const topFolder = (file: string): string => file.split("/")[0] ?? "";

const countImports = (sources: readonly Source[]): Map<string, Map<string, number>> => {
  const counts = new Map<string, Map<string, number>>();
  for (const source of sources) {
    const from = topFolder(source.file);
    for (const imported of listImports(source).modules) {
      const row = counts.get(from) ?? new Map<string, number>();
      counts.set(from, row.set(topFolder(imported), (row.get(topFolder(imported)) ?? 0) + 1));
    }
  }
  return counts;
};

/** Writes the figures as Markdown. */
export const formatFigures = ({ topFolders, folders, longFiles, imports, duplicates, ...figures }: Figures): string => {
  const names = topFolders.map(({ folder }) => folder);
  const copied = duplicates.reduce((sum, { lines }) => sum + lines, 0);
  return [
    "## Lines per top folder",
    table(
      ["Folder", "Files", "Lines"],
      topFolders.map(({ folder, files, lines }) => [folder, files, lines]),
    ),
    `## The ${folders.length} biggest folders`,
    table(
      ["Folder", "Files", "Lines"],
      folders.map(({ folder, files, lines }) => [folder, files, lines]),
    ),
    `## ${longFiles.length} files over ${LONG_FILE_LINES} lines (without tests, scripts, migrations and generated files)`,
    table(
      ["File", "Lines"],
      longFiles.map(({ file, lines }) => [file, lines]),
    ),
    "## Imports between top folders (row imports column)",
    table(
      ["", ...names],
      names.map((from) => [from, ...names.map((to) => (from === to ? "" : (imports.get(from)?.get(to) ?? "")))]),
    ),
    `## ${duplicates.length} duplicated blocks of ten lines and more, ${copied} lines`,
    table(
      ["Lines", "First", "Again"],
      duplicates.map(({ lines, first, again }) => [
        lines,
        `${first.file}:${first.line}`,
        `${again.file}:${again.line}`,
      ]),
    ),
    `${figures.shortFiles.length} files of less than ${SHORT_FILE_LINES} lines`,
    pairTable("files share a name", figures.filePairs),
    pairTable("exports share a name", figures.exportPairs),
  ].join("\n\n");
};

const pairTable = (what: string, pairs: readonly NamePair[]): string =>
  [
    `## ${pairs.reduce((sum, { files }) => sum + files.length, 0)} ${what}: ${pairs.length} names`,
    table(
      ["Name", "Files"],
      pairs.map(({ name, files }) => [name, files.join(", ")]),
    ),
  ].join("\n\n");

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? join(import.meta.dirname, ".."));
  console.log(formatFigures(measureSources(root)));
  const listed = execFileSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  console.log(
    `\n${formatWeight(
      weighFiles(
        root,
        listed.split("\0").filter((file) => file !== ""),
      ),
    )}`,
  );
}
