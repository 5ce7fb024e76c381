import { parseArgs } from "node:util";
import { listBroken } from "./api-changes/broken.ts";
import { listApiChanges } from "./api-changes/changes.ts";
import { readRecorded, readToday, recordContract } from "./api-changes/recorded.ts";

/**
 * `npm run api-changes [-- --record]`: prints what this checkout's API changes since the last recorded version, and ends with 1 when
 * that breaks a promise of 1.x. `--record` writes down what it promises, as a release does.
 */
const { values } = parseArgs({ options: { record: { type: "boolean", default: false } } });
const today = readToday();
if (values.record) {
  console.log(`Recorded in ${recordContract(today)}.`);
} else {
  const recorded = readRecorded();
  const last = recorded.at(-1);
  for (const { of, kind, what, breaks } of last ? listApiChanges(last, today) : [])
    console.log(`${breaks ? "BREAKS " : ""}${of}: ${what === "" ? kind : what}`);
  const broken = listBroken(recorded, today);
  for (const fault of broken) console.error(fault);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
