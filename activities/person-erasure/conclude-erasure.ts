import { sealRecord } from "../../application/record/seal-record.ts";
import { listOwnEmails } from "../../domain/privacy/person.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { listRunsOf } from "../../infra/postgres/privacy/find-person.repository.ts";
import { endErasure } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import { erasePersonKey } from "../../infra/postgres/record/person-keys.repository.ts";
import { hasUnsealedOf, lockSealing } from "../../infra/postgres/record/record.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { DONE, type Erasure, type ErasureDependencies } from "./erasure.ts";
import { putOnList } from "./find-again.ts";
import { removeExports } from "./remove-exports.ts";

/**
 * Writes the erasure onto the list that a restore carries out again once more, with all that was found, erases the key of the person's pseudonym, and writes the receipt into
 * the record. Afterwards nobody knows who it was.
 */
export const concludeErasure = async (deps: ErasureDependencies, erasure: Erasure) => {
  await putOnList(deps, erasure);
  // One may have been asked for meanwhile.
  await removeExports(deps, erasure);
  for (;;) {
    await sealRecord(deps, erasure.organizationId);
    const ended = await deps.database.inOrganization(erasure.organizationId, (tx) => conclude(tx, erasure));
    if (ended === "done") return DONE;
    if (ended === "called") return { left: 0, again: "calls" } as const;
  }
};

/** `unsealed`: entries about the person came meanwhile, which are sealed first; `called`: a call did, which is erased too. */
const conclude = async (
  tx: OrganizationTransaction,
  { organizationId, uuid, person, row }: Erasure,
): Promise<"done" | "unsealed" | "called"> => {
  await lockSealing(tx, organizationId);
  const found = new Set(row.found.runs);
  const runs = await listRunsOf(tx, { numbers: person.numbers, emails: listOwnEmails(person) });
  if (runs.some((run) => !found.has(run))) return "called";
  if (await hasUnsealedOf(tx, person.numbers)) return "unsealed";
  const { actor } = row;
  for (const phoneNumber of person.numbers)
    await erasePersonKey(tx, { organizationId, phoneNumber, actor, reason: `erasure ${uuid}` });
  const ended = await endErasure(tx, uuid);
  if (!ended) return "done";
  await appendEntry(tx, {
    organizationId,
    kind: "person.erased",
    actor,
    facts: { erasure: uuid, removed: ended.receipt },
  });
  await recordTimeline(tx, {
    organizationId,
    kind: "system",
    actor,
    summary: "A person was erased",
    payload: { event: "person_erased", erasure_id: uuid },
  });
  return "done";
};
