import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { version as present } from "../infra/version.ts";
import { ROOT } from "./clients/run-program.ts";
import {
  closeSection,
  describeSchemaLine,
  isLater,
  isVersion,
  NAMED_IN,
  nameVersion,
} from "./release/switch-version.ts";

const MIGRATIONS = "infra/postgres/migrations";
const SCHEMAS = "test/infra/postgres/migrations/released-schemas.ts";
const UPGRADE_TEST = "test/infra/postgres/migrations/upgrade.test.ts";
/** Read by a test that begins the changelog anew: the text that the section gets, which goes with it. */
const anewOf = (version: string): string => `scripts/release/changelog-${version}.md`;
const BEFORE_FILE = "CHANGELOG-0.md";
const BEFORE_HEAD = `# Changes before 1.0.0

What each change before version 1.0.0 was, newest first. [The changelog](CHANGELOG.md) goes on from there.

## After 0.1.0

`;

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const write = (file: string, text: string): void => writeFileSync(join(ROOT, file), text);
const run = (environment: NodeJS.ProcessEnv, ...command: string[]): void => {
  const [program = "", ...args] = command;
  console.log(
    `\n${Object.entries(environment)
      .map(([name, value]) => `${name}=${value} `)
      .join("")}${command.join(" ")}`,
  );
  execFileSync(program, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...environment } });
};
const runTests = (environment: NodeJS.ProcessEnv, ...args: string[]): void =>
  run(environment, "npm", "test", "--", "-w", "1", ...args);

const nameEverywhere = (to: string): void => {
  for (const [file, patterns] of Object.entries(NAMED_IN))
    write(file, nameVersion(read(file), { patterns, from: present, to }));
};

const closeChangelog = (version: string): void => {
  const file = anewOf(version);
  const anew = existsSync(join(ROOT, file)) ? read(file) : undefined;
  const date = new Date().toISOString().slice(0, 10);
  const { changelog, before } = closeSection(read("CHANGELOG.md"), { version, date, anew });
  write("CHANGELOG.md", changelog);
  if (before !== null) write(BEFORE_FILE, `${BEFORE_HEAD}${before}`);
  if (anew !== undefined) rmSync(join(ROOT, file));
};

const addSchema = (version: string): void => {
  const files = readdirSync(join(ROOT, MIGRATIONS))
    .filter((file) => /^\d{4}-/.test(file))
    .toSorted();
  const migrations = files.map((file) => ({ file, text: readFileSync(join(ROOT, MIGRATIONS, file)) }));
  write(
    SCHEMAS,
    read(SCHEMAS).replace(/\];\n$/, () => describeSchemaLine(version, migrations)),
  );
};

/** The tests that keep histories of workflows when they are asked to. */
const listRecordingTests = (): string[] =>
  readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
    .map((file) => join("test", file))
    .filter((file) => file.endsWith(".test.ts") && /from ".*\/record-history\.ts"/.test(read(file)));

const resultsSchema = z.object({ testResults: z.array(z.object({ name: z.string(), status: z.string() })) });

/** Records histories of workflows; returns the tests of these that failed, whose histories are missing or of before. */
const recordHistories = (tests: readonly string[]): string[] => {
  const results = join(ROOT, ".cache/recorded-histories.json");
  rmSync(results, { force: true });
  try {
    runTests({ RECORD_HISTORIES: "1" }, "--json", `--outputFile=${results}`, "--runTestsByPath", ...tests);
  } catch (error) {
    // Its other tests have recorded theirs.
    if (!existsSync(results)) throw error;
  }
  const { testResults } = resultsSchema.parse(JSON.parse(readFileSync(results, "utf8")));
  return testResults.flatMap(({ name, status }) => (status === "passed" ? [] : [relative(ROOT, name)]));
};

/** Names the version wherever one stands; the records of it are made afterwards, by the code that has it. */
const switchTo = (version: string): void => {
  const dirty = execFileSync("git", ["status", "--porcelain"], { cwd: ROOT, encoding: "utf8" }).trim();
  if (dirty !== "") throw new UsageError(`Commit first what has changed:\n${dirty}`);
  if (!isLater(version, present)) throw new UsageError(`${version} does not come after ${present}`);
  nameEverywhere(version);
  closeChangelog(version);
  addSchema(version);
};

const recordContracts = (version: string): void => {
  run({}, process.execPath, "scripts/api-changes.ts", "--record");
  run({}, process.execPath, "scripts/clients/clients.ts");
  runTests({ RECORD_ROWS: version }, "--runTestsByPath", UPGRADE_TEST, "-t", `keeps the rows of ${version}`);
};

/**
 * `npm run next-version -- 1.0.0`: makes this checkout that version: names it wherever a version stands, gives the changelog its section,
 * and records what every later version is tried against: the schema with rows, histories of workflows, and what the API promises.
 * It commits nothing. `--again` records once more for a version that is being made; with tests behind it, histories of these alone.
 */
const nextVersion = (): void => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { again: { type: "boolean", default: false } },
  });
  const [version = "", ...tests] = positionals;
  if (!isVersion(version)) throw new UsageError("Name the version: npm run next-version -- 1.0.0");
  if (values.again && version !== present) throw new UsageError(`This checkout is ${present}, not ${version}`);
  if (!values.again) switchTo(version);
  if (tests.length === 0) recordContracts(version);
  const failed = recordHistories(tests.length > 0 ? tests : listRecordingTests());
  runTests({ UPDATE_GUIDES: "1" }, "test/architecture/guides");
  run({}, process.execPath, "node_modules/@biomejs/biome/bin/biome", "check", "--linter-enabled=false", "--write", ".");
  console.log(`
This checkout is ${version}. Look at the change, and try it before you commit it:
  npm test -- ${UPGRADE_TEST} test/workflows/replay test/scripts test/deploy test/architecture`);
  if (failed.length > 0)
    throw new UsageError(
      `These tests failed, so that histories are missing; record them again:\n  npm run next-version -- ${version} --again ${failed.join(" ")}`,
    );
};

/** What is to be done before, as a sentence. */
class UsageError extends Error {}

if (import.meta.main) {
  try {
    nextVersion();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
