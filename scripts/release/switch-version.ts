import { createHash } from "node:crypto";

/** A version of ours: three numbers. */
const VERSION = /^\d+\.\d+\.\d+$/;

export const isVersion = (text: string): boolean => VERSION.test(text);

/** Tells whether a version comes after another one. */
export const isLater = (version: string, than: string): boolean => {
  const [one, other] = [version, than].map((text) => text.split(".").map(Number));
  const at = one?.findIndex((number, index) => number !== other?.[index]) ?? -1;
  return at >= 0 && (one?.[at] ?? 0) > (other?.[at] ?? 0);
};

/** How each file that names the version of this checkout does so; `{}` stands for it. */
export const NAMED_IN: Readonly<Record<string, readonly string[]>> = {
  "package.json": ['\n  "version": "{}",\n'],
  "package-lock.json": ['\n  "version": "{}",\n', '\n      "name": "ringdown",\n      "version": "{}",\n'],
  "deploy/helm/ringdown/Chart.yaml": ["\nversion: {}\n", "\nappVersion: {}\n"],
  "docker-compose.yml": ["ringdown:${RINGDOWN_VERSION:-{}}", "ringdown-simulator:${RINGDOWN_VERSION:-{}}"],
  "api/http/openapi/examples.json": ['"version": "{}"'],
};

/** Returns the text of a file with another version in it. Throws when it does not name the one before. */
export const nameVersion = (
  text: string,
  { patterns, from, to }: { patterns: readonly string[]; from: string; to: string },
): string =>
  patterns.reduce((now, pattern) => {
    const before = pattern.replace("{}", from);
    if (!now.includes(before)) throw new Error(`nothing reads ${before.trim()} there`);
    return now.replaceAll(before, pattern.replace("{}", to));
  }, text);

/**
 * Gives a version its section of the changelog: what was unreleased, or a text of its own, with which the changelog begins anew. Returns
 * what had been there before in that case.
 */
export const closeSection = (
  changelog: string,
  { version, date, anew }: { version: string; date: string; anew?: string | undefined },
): { changelog: string; before: string | null } => {
  const [head = "", rest] = changelog.split(/^## \[Unreleased\]\n/m);
  if (rest === undefined) throw new Error("CHANGELOG.md has no section Unreleased");
  const title = `## [${version}] - ${date}`;
  if (anew === undefined)
    return { changelog: `${head}## [Unreleased]\n\n${title}\n\n${rest.trimStart()}`, before: null };
  return { changelog: `${head}## [Unreleased]\n\n${title}\n\n${anew.trim()}\n`, before: `${rest.trim()}\n` };
};

/** Returns the line of a released schema, of which every later test run makes today's. */
export const describeSchemaLine = (version: string, migrations: readonly { file: string; text: Buffer }[]): string => {
  const hash = createHash("sha256");
  for (const { text } of migrations) hash.update(text);
  const last = migrations.at(-1)?.file.replace(/\.ts$/, "") ?? "";
  return [
    "  {",
    `    version: "${version}",`,
    `    lastMigration: "${last}",`,
    `    textHash: "${hash.digest("hex")}",`,
    "  },",
    "];",
    "",
  ].join("\n");
};
