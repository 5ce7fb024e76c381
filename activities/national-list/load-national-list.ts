import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
import type { FileWarning } from "../../domain/file/file-warning.ts";
import { cutText, toStorableText } from "../../domain/json/storable.ts";
import type { FileNumber } from "../../infra/contact-file/number-rows.ts";
import { readNumbers } from "../../infra/contact-file/read-numbers.ts";
import { ObjectMissingError } from "../../infra/object-store/object-store.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { NationalList } from "../../infra/postgres/contact/national-list.entity.ts";
import { beginNationalList, keepListWarnings } from "../../infra/postgres/contact/national-list.repository.ts";
import { addNumberBatch, type NumberBatch } from "../../infra/postgres/contact/national-number.repository.ts";
import type { NationalListInput } from "../../workflows/national-list/national-list.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

export type NationalListDependencies = Pick<WorkerDependencies, "database" | "objectStore" | "clock">;

const ROWS_PER_BATCH = 20_000;
const SHOWN_CHARACTERS = 60;

/** Streams the file into the numbers of the list, a batch and a transaction at a time, from the last added batch on. */
export const loadNationalList = async (
  deps: NationalListDependencies,
  { organizationId, nationalListId }: NationalListInput,
): Promise<void> => {
  const { list, country } = await deps.database.inOrganization(organizationId, async (tx) => ({
    list: await beginNationalList(tx, nationalListId),
    country: await readOrganizationCountry(tx),
  }));
  if (list?.state !== "loading") return;
  try {
    await loadFile(deps, list, list.default_country ?? country);
  } catch (error) {
    if (error instanceof ContactFileError) throw permanent(error.message, error);
    if (error instanceof ObjectMissingError)
      throw permanent("The file was not uploaded, or it is no longer there.", error);
    throw error;
  }
};

const loadFile = async (
  { database, objectStore }: NationalListDependencies,
  list: NationalList,
  country: string | null,
): Promise<void> => {
  const { cancellationSignal } = Context.current();
  const file = await objectStore.read(list.object_key);
  let adding: Promise<boolean> = Promise.resolve(true);
  let warnings: readonly FileWarning[] = [];
  const how = { encoding: list.encoding, onWarnings: (told: readonly FileWarning[]) => (warnings = told) };
  for await (const batch of batchesOf(readNumbers(file, country, how), list.position)) {
    // The next batch is read while this one is added.
    if (!(await adding)) return;
    if (cancellationSignal.aborted) throw new CancelledFailure("loading was canceled");
    adding = addNumberBatch(database, list, batch);
    adding.catch(() => {}); // The rejection is handled where the promise is awaited.
  }
  await adding;
  if (warnings.length > 0)
    await database.inOrganization(list.organization_id, (tx) => keepListWarnings(tx, list.id, warnings));
};

const emptyBatch = (position: number) => ({
  position,
  rowCount: 0,
  digits: [] as number[],
  invalid: 0,
  faults: [] as NumberBatch["faults"][number][],
});

async function* batchesOf(numbers: AsyncIterable<FileNumber>, from: number): AsyncGenerator<NumberBatch> {
  let batch = emptyBatch(from);
  let rowsSeen = 0;
  for await (const { line, written, number } of numbers) {
    rowsSeen += 1;
    if (rowsSeen <= from) continue;
    batch.rowCount += 1;
    if (number.ok) batch.digits.push(Number(number.e164.slice(1)));
    else {
      batch.invalid += 1;
      batch.faults.push({ line, value: cutText(toStorableText(written), SHOWN_CHARACTERS), reason: number.reason });
    }
    if (batch.rowCount < ROWS_PER_BATCH) continue;
    yield batch;
    batch = emptyBatch(rowsSeen);
  }
  if (batch.rowCount > 0) yield batch;
}

/** Another try would end the same way. */
const permanent = (sentence: string, cause: Error): ApplicationFailure =>
  ApplicationFailure.create({ message: sentence, type: "NationalListImpossible", nonRetryable: true, cause });
