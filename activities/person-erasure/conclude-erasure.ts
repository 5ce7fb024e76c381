import { sealRecord } from "../../application/record/seal-record.ts";
import { listOwnEmails } from "../../domain/privacy/person.ts";
import { writeErasureList } from "../../infra/backup/erasure-list.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { endErasure } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import { erasePersonKey } from "../../infra/postgres/record/person-keys.repository.ts";
import { hasUnsealedOf, lockSealing } from "../../infra/postgres/record/record.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { DONE, type Erasure, type ErasureDependencies } from "./erasure.ts";

/**
 * Puts the erasure onto the list that a restore carries out again, erases the key of the person's pseudonym, and writes the receipt into
 * the record. Afterwards nobody knows who it was.
 */
export const concludeErasure = async (deps: ErasureDependencies, erasure: Erasure) => {
  const { organizationId, uuid, person, row } = erasure;
  await writeErasureList(deps, {
    organizationId,
    uuid,
    keepDoNotCall: row.keep_do_not_call,
    at: deps.clock.now(),
    person: { numbers: person.numbers, emails: listOwnEmails(person) },
  });
  for (;;) {
    await sealRecord(deps, organizationId);
    if (await deps.database.inOrganization(organizationId, (tx) => conclude(tx, erasure))) return DONE;
  }
};

/** Returns false when entries about the person came meanwhile, which are sealed first. */
const conclude = async (
  tx: OrganizationTransaction,
  { organizationId, uuid, person, row }: Erasure,
): Promise<boolean> => {
  await lockSealing(tx, organizationId);
  if (await hasUnsealedOf(tx, person.numbers)) return false;
  const { actor } = row;
  for (const phoneNumber of person.numbers)
    await erasePersonKey(tx, { organizationId, phoneNumber, actor, reason: `erasure ${uuid}` });
  const ended = await endErasure(tx, uuid);
  if (!ended) return true;
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
  return true;
};
