import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operations } from "../../api/areas.ts";
import type { AnyOperation } from "../../api/http/operation.ts";
import { isEventStream } from "../harness/operation-walk.ts";
import { installPythonPackages } from "../harness/python-packages.ts";
import type { FuzzArguments } from "./fuzz-arguments.ts";
import type { FuzzPlatform } from "./fuzz-platform.ts";

/** These end the key or the session that the run lives by; each has tests of its own. */
const END_THE_RUN = [
  "keys.archive",
  "logout",
  "account.endSession",
  "account.endOtherSessions",
  "account.selectOrganization",
  "team.members.remove",
  "team.members.setRole",
];

const REQUEST_TIMEOUT_SECONDS = 300;

/** How often a path leads to an existing row; otherwise most requests would find nothing. */
const SHARE_OF_KNOWN_IDS = 0.8;

/** Returns the folder of its packages, installed once; null where there is no Python for them, which is said. */
export const installSchemathesis = async (): Promise<string | null> => {
  try {
    const requirements = join(import.meta.dirname, "requirements.txt");
    return await installPythonPackages({ name: "schemathesis", requirements, oldestMinor: 11 });
  } catch (error) {
    process.stderr.write(`\n*** SKIPPED: requests by the API's own description: ${String(error)}.\n\n`);
    return null;
  }
};

export interface FuzzRun {
  platform: FuzzPlatform;
  options: FuzzArguments;
  /** Gets what Schemathesis prints, as it comes. */
  print: (text: string) => void;
}

/** Two runs: first what makes, reads and changes things, then what removes them. True when both found nothing. */
export const runSchemathesis = async (packages: string, { platform, options, print }: FuzzRun): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-fuzz-"));
  try {
    const config = join(folder, "schemathesis.toml");
    writeFileSync(config, configOf(platform));
    const run = (selection: readonly string[]) =>
      spawnRun(["--config-file", config, "run", ...argumentsOf(platform, options), ...selection], {
        packages,
        folder,
        print,
      });
    const isClean = await run(["--exclude-method", "DELETE"]);
    return (await run(["--include-method", "DELETE"])) && isClean;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const argumentsOf = ({ api }: FuzzPlatform, { isShort, examples, seed, path }: FuzzArguments): string[] => [
  `${api}/api/v1/openapi.json`,
  ...["--phases", isShort ? "fuzzing" : "examples,coverage,fuzzing,stateful"],
  ...["--max-examples", String(examples)],
  ...(isShort ? ["--generation-deterministic", "--no-shrink"] : []),
  ...(seed === null || isShort ? [] : ["--seed", String(seed)]),
  ...(path === null ? [] : ["--include-path-regex", path]),
  ...["--continue-on-failure", "--request-timeout", String(REQUEST_TIMEOUT_SECONDS), "--warnings", "off", "--no-color"],
  // Values that take long to be made up are no fault of the description, nor of a busy machine.
  ...["--suppress-health-check", "all"],
  ...operations.filter((operation) => !isAsked(operation)).flatMap(({ id }) => ["--exclude-operation-id", id]),
];

/** A file is described as bytes, for clients that keep it; Schemathesis takes YAML apart and finds no text. */
const FILES_OF_YAML = ["scenarios.export"];

/** Streams do not end by themselves; `test/api` reads them. */
const isAsked = (operation: AnyOperation): boolean => !isEventStream(operation) && !END_THE_RUN.includes(operation.id);

export const countAskedOperations = (): number => operations.filter(isAsked).length;

/**
 * Every check is on. A description cannot say everything that a rule asks for (a number that exists, an end behind its
 * start), so that a request within its schema may be refused with these statuses.
 */
const configOf = ({ apiKey, pathParameters, sharesItsMachine }: FuzzPlatform): string => {
  // On a busy machine a part may answer too late, which is no fault of the operation.
  const late = sharesItsMachine ? ", 503" : "";
  return [
    `headers = { "X-API-Key" = ${JSON.stringify(apiKey)} }`,
    "[auth]",
    "auto-signup = false",
    "[checks]",
    `positive_data_acceptance.expected-statuses = ['2xx', '3xx', 400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 431, 502${late}]`,
    `negative_data_rejection.expected-statuses = [400, 401, 402, 403, 404, 405, 406, 409, 413, 415, 422, 429, 431${late}]`,
    `not_a_server_error.expected-statuses = ['2xx', '3xx', '4xx', 502${late}]`,
    ...Object.entries(pathParameters).flatMap(([name, value]) => [
      `[dictionaries.${name}]`,
      `values = [${JSON.stringify(value)}]`,
    ]),
    "[parameters]",
    ...Object.keys(pathParameters).map(
      (name) => `"path.${name}" = { dictionary = "${name}", probability = ${SHARE_OF_KNOWN_IDS} }`,
    ),
    ...FILES_OF_YAML.flatMap((id) => [
      "[[operations]]",
      `include-operation-id = "${id}"`,
      "[operations.checks]",
      "response_schema_conformance.enabled = false",
    ]),
    "",
  ].join("\n");
};

const spawnRun = (
  args: readonly string[],
  { packages, folder, print }: { packages: string; folder: string; print: FuzzRun["print"] },
) =>
  new Promise<boolean>((resolve, reject) => {
    const child = spawn("python3", ["-m", "schemathesis.cli", ...args], {
      cwd: folder,
      env: { ...process.env, PYTHONPATH: packages, PYTHONHASHSEED: "0", NO_PROXY: "127.0.0.1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", print);
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
