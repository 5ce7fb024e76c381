import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCompileCacheFolder } from "../../infra/local/memory-settings.ts";
import { isAlive } from "../../infra/local/process-identity.ts";
import { prepareElasticsearch } from "./elasticsearch/elasticsearch-part.ts";
import { findMemoryFolder } from "./memory-folder.ts";
import { neededParts, PART_NAMES, type PartName } from "./needed-parts.ts";
import {
  bundleProcesses,
  findTimeSkippingServer,
  type Part,
  startMigratedPostgres,
  startObjectStorePart,
  startTemporalPart,
  writeWorkflowBundle,
} from "./parts.ts";

const FOLDER_PREFIX = "ringdown-test-";

const PARTS: Record<PartName, (folder: string) => Promise<Part>> = {
  postgres: startMigratedPostgres,
  temporal: startTemporalPart,
  "object-store": startObjectStorePart,
  "time-skipping": findTimeSkippingServer,
  bundle: writeWorkflowBundle,
  programs: bundleProcesses,
  elasticsearch: prepareElasticsearch,
};

/**
 * Starts the servers that the chosen test files share, once for the whole run. `TEST_PARTS=postgres,temporal` starts
 * those instead.
 */
const globalSetup = async (): Promise<void> => {
  // As in production, the processes that tests start use compiled code.
  process.env["NODE_COMPILE_CACHE"] ??= findCompileCacheFolder(process.env);
  const folder = makeFolder();
  const parts: Part[] = [];
  globalThis.stopTestParts = async () => {
    await Promise.all(parts.map(async (part) => part.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const started = await Promise.allSettled(
    chosenParts().map(async (name) => {
      const partFolder = join(folder, name);
      mkdirSync(partFolder);
      parts.push(await PARTS[name](partFolder));
    }),
  );
  const failures = started.filter((result) => result.status === "rejected").map(({ reason }) => reason);
  if (failures.length === 0) return;
  await globalThis.stopTestParts();
  throw new AggregateError(failures, `the test servers did not start: ${failures.map(String).join("\n")}`);
};

/** Makes the folder of the run. Where it is in memory, all temporary files of the tests lie in it. */
const makeFolder = (): string => {
  const inMemory = process.env["TMPDIR"] ? undefined : findMemoryFolder();
  const parent = inMemory ?? tmpdir();
  removeLeftovers(parent);
  const folder = mkdtempSync(join(parent, `${FOLDER_PREFIX}${process.pid}-`));
  // Started by root, PostgreSQL runs as another user, who must get in.
  chmodSync(folder, 0o755);
  if (inMemory) process.env["TMPDIR"] = folder;
  return folder;
};

/** A run that was killed could not tidy up; its servers ended with it, its folder is still there. */
const removeLeftovers = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
};

const chosenParts = (): readonly PartName[] => {
  const named = process.env["TEST_PARTS"]?.split(",");
  if (!named) return globalThis.chosenTestFiles ? neededParts(globalThis.chosenTestFiles) : PART_NAMES;
  const unknown = named.filter((name) => !PART_NAMES.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`TEST_PARTS names ${unknown.join(", ")}; there are ${PART_NAMES.join(", ")}`);
  return PART_NAMES.filter((part) => named.includes(part));
};

declare global {
  var stopTestParts: (() => Promise<void>) | undefined;
  /** The sequencer, which Jest runs before the set-up, has stored it there. */
  var chosenTestFiles: readonly string[] | undefined;
}

export default globalSetup;
