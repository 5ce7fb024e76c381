import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";

const root = join(import.meta.dirname, "../..");
const linesOf = (file: string): string[] => readFileSync(join(root, file), "utf8").split("\n");

/** Reads the sources that an image holds: what its Dockerfile copies and its ignore file leaves in. */
export const readImage = (dockerfile: string, ignoreFile: string): ReadonlySet<string> => {
  const lines = linesOf(dockerfile);
  // Earlier stages build something for the last one, which is the image.
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
  const copied = stage.flatMap((line) => /^COPY (\w+) \1$/.exec(line)?.[1] ?? []);
  const patterns = linesOf(ignoreFile).filter((line) => line !== "" && !line.startsWith("#"));
  const files = copied.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,json}`, { cwd: root }));
  return new Set(files.map((file) => file.replaceAll("\\", "/")).filter((file) => !isIgnored(patterns, file)));
};

/** Decides as Docker does: a pattern also matches everything below, and the last match counts. */
const isIgnored = (patterns: readonly string[], file: string): boolean => {
  const parts = file.split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const last = patterns.findLast((pattern) => paths.some((path) => matchesGlob(path, pattern.replace(/^!/, ""))));
  return last !== undefined && !last.startsWith("!");
};
