import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { forgetSpokenWords } from "../../application/conversation/spoken-words.ts";
import { buildMentionPattern } from "../../domain/privacy/person.ts";
import { listRunsOfWords } from "../../infra/postgres/conversation/expired-words.repository.ts";
import { forgetObject, listFaultFiles, listObjectsOfRuns } from "../../infra/postgres/privacy/objects.repository.ts";
import { addToReceipt, countOnce } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { DONE, type Erasure, type ErasureDependencies, splitByRuns } from "./erasure.ts";
import { removeAtCarriers } from "./remove-at-carriers.ts";
import { removeExports } from "./remove-exports.ts";

/** Has carriers remove their recordings, and removes the files of the person's calls and their words in the index that is searched, and blots the person out of files of faulty rows. Objects go before their rows. */
export const removeObjects = async (deps: ErasureDependencies, erasure: Erasure) => {
  const { database, objectStore } = deps;
  const { organizationId, uuid, person } = erasure;
  await removeExports(deps, erasure);
  const left = await removeAtCarriers(deps, erasure);
  for (const { runIds } of splitByRuns(erasure)) {
    const objects = await database.inOrganization(organizationId, (tx) => listObjectsOfRuns(tx, runIds));
    for (const object of objects) {
      await objectStore.remove(object.object_key);
      await database.inOrganization(organizationId, async (tx) => {
        await addToReceipt(tx, uuid, { place: object.place, count: await forgetObject(tx, object.object_key) });
      });
    }
    if (runIds.length === 0) continue;
    const runs = await database.inOrganization(organizationId, (tx) => listRunsOfWords(tx, runIds));
    await forgetSpokenWords(deps, runs, { leavesNoTrace: true });
  }
  const pattern = buildMentionPattern({ ...person.own, names: [] });
  if (pattern !== null) await blotFaultFiles(deps, erasure, new RegExp(pattern, "gi"));
  return { ...DONE, left };
};

const blotFaultFiles = async (
  { database, objectStore }: ErasureDependencies,
  { organizationId, uuid }: Erasure,
  pattern: RegExp,
): Promise<void> => {
  const keys = await database.inOrganization(organizationId, listFaultFiles);
  for (const key of keys) {
    // One that is gone names nobody.
    if ((await objectStore.size(key)) === null) continue;
    if ((await countLines(await objectStore.read(key), pattern)) === 0) continue;
    await database.inOrganization(organizationId, (tx) =>
      countOnce(tx, uuid, { place: "import_fault_files", mark: key }),
    );
    const blotted = Readable.from(blotLines(await objectStore.read(key), pattern), { objectMode: false });
    await objectStore.put(key, blotted, "text/csv; charset=utf-8");
  }
};

const countLines = async (file: Readable, pattern: RegExp): Promise<number> => {
  let count = 0;
  for await (const line of createInterface({ input: file })) if (line.search(pattern) >= 0) count += 1;
  return count;
};

async function* blotLines(file: Readable, pattern: RegExp): AsyncGenerator<Buffer> {
  for await (const line of createInterface({ input: file }))
    yield Buffer.from(`${line.replaceAll(pattern, "[erased]")}\n`);
}
