import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The name of a shared server, or of what else the global set-up prepares, with the code by which a file uses it. */
const USED_BY = {
  postgres: /testEnvironment\.(databaseUrl|templateDatabase)\b/,
  temporal: /testEnvironment\.temporalAddress\b|env\["TEST_TEMPORAL_ADDRESS"\]/,
  "object-store": /testEnvironment\.objectStore\b|env\["TEST_S3_ENDPOINT"\]/,
  "time-skipping": /testEnvironment\.timeSkippingServer\b/,
  bundle: /testEnvironment\.workflowBundle\b/,
  programs: /env\["TEST_PROGRAMS"\]/,
  elasticsearch: /env\["TEST_ELASTICSEARCH_STARTER"\]/,
};

export type PartName = keyof typeof USED_BY;

const isPart = (name: string): name is PartName => name in USED_BY;
export const PART_NAMES: readonly PartName[] = Object.keys(USED_BY).filter(isPart);

/**
 * Returns the parts that the files use, directly or through other files of `test/`: product code knows no test server.
 */
export const neededParts = (files: readonly string[]): PartName[] => {
  const sources = reachableSources(files);
  return PART_NAMES.filter((part) => sources.some((source) => USED_BY[part].test(source)));
};

/** Matches imports at the head of a file and those that are awaited; imports of types alone bring no code. */
const IMPORT = /^import (?!type )(?:[^;]*? from )?"(\.[^"]+\.ts)";$|\bawait import\("(\.[^"]+\.ts)"\)/gm;
const ROOT = join(import.meta.dirname, "..");

const reachableSources = (files: readonly string[]): string[] => {
  const sources = new Map<string, string>();
  const visit = (file: string): void => {
    if (sources.has(file) || !file.startsWith(ROOT)) return;
    const source = readFileSync(file, "utf8");
    sources.set(file, source);
    for (const [, atHead, awaited] of source.matchAll(IMPORT)) visit(join(dirname(file), atHead ?? awaited ?? ""));
  };
  for (const file of files) visit(file);
  return [...sources.values()];
};
