import { eraseDoNotCall } from "../../infra/postgres/privacy/erase-permissions.ts";
import { eraseRowsOf, listPersonTables, type PersonTable } from "../../infra/postgres/privacy/erase-rows.ts";
import type { FoundPerson } from "../../infra/postgres/privacy/found-by.ts";
import { addToReceipt } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { DONE, type Erasure, type ErasureDependencies, splitByRuns } from "./erasure.ts";

/** Removes or empties the person's rows, place by place, and puts an HMAC into the do-not-call list. */
export const eraseRows = async ({ database }: ErasureDependencies, erasure: Erasure) => {
  const { organizationId, uuid, person, row } = erasure;
  await database.inOrganization(organizationId, async (tx) => {
    const count = await eraseDoNotCall(tx, {
      organizationId,
      numbers: person.numbers,
      keepDoNotCall: row.keep_do_not_call,
    });
    await addToReceipt(tx, uuid, { place: "do_not_call", count });
  });
  for (const place of listPersonTables())
    for (const part of partsFor(place, erasure))
      await database.inOrganization(organizationId, async (tx) => {
        await addToReceipt(tx, uuid, { place: place.table, count: await eraseRowsOf(tx, place, part) });
      });
  return DONE;
};

/** What is found by the number alone is asked for once. */
const partsFor = ({ place }: PersonTable, erasure: Erasure): readonly FoundPerson[] => {
  const parts = splitByRuns(erasure);
  return place.by === "number" ? parts.slice(0, 1) : parts;
};
