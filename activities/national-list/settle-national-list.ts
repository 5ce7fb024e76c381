import { markFileRemoved } from "../../infra/postgres/contact/contact-file.repository.ts";
import type { NationalList } from "../../infra/postgres/contact/national-list.entity.ts";
import {
  failNationalList,
  findNationalList,
  putInForce,
} from "../../infra/postgres/contact/national-list.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordNationalList } from "../../infra/postgres/record/record-settings.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { NationalListFigures, NationalListInput } from "../../workflows/national-list/national-list.contract.ts";
import type { NationalListDependencies } from "./load-national-list.ts";

const NO_NUMBER = "The file holds no telephone number; nothing of it is in force.";

/** Ends the loading of a list once: it comes into force with all of its numbers, or the fault is stored. */
export const settleNationalList = async (
  { database, objectStore, clock }: NationalListDependencies,
  { organizationId, nationalListId, error }: NationalListInput & { error: string | null },
): Promise<NationalListFigures> => {
  const settled = await database.inOrganization(organizationId, async (tx) => {
    const list = await findNationalList(tx, nationalListId);
    if (list) await settle(tx, list, { error, at: clock.now() });
    return findNationalList(tx, nationalListId);
  });
  if (!settled) return { state: "removed", numbers: 0, invalid: 0, error };
  const isUnused = await database.inOrganization(organizationId, (tx) =>
    markFileRemoved(tx, { objectKey: settled.object_key, at: clock.now() }),
  );
  if (isUnused) await objectStore.remove(settled.object_key);
  const { state, numbers, invalid } = settled;
  return { state, numbers, invalid, error: settled.error };
};

const settle = async (
  tx: OrganizationTransaction,
  list: NationalList,
  { error, at }: { error: string | null; at: Date },
): Promise<void> => {
  const fault = error ?? (list.numbers === 0 ? NO_NUMBER : null);
  if (fault === null) {
    const inForce = await putInForce(tx, list, at);
    if (!inForce) return;
    await recordNationalList(tx, inForce, { change: "in_force", actor: actorOf(inForce) });
    await recordEnd(tx, inForce, `${named(list)} is in force with ${inForce.numbers} numbers`);
    return;
  }
  if (await failNationalList(tx, list.id, { error: fault, at }))
    await recordEnd(tx, list, `${named(list)} was not loaded: ${fault}`);
};

const actorOf = ({ created_by: userId }: NationalList): string => (userId === null ? "system" : `user:${userId}`);

const named = ({ source, as_of }: NationalList): string => `The national do-not-call list ${source} of ${as_of}`;

const recordEnd = (tx: OrganizationTransaction, list: NationalList, summary: string): Promise<unknown> =>
  recordTimeline(tx, {
    organizationId: list.organization_id,
    kind: "system",
    actor: actorOf(list),
    summary,
    payload: { national_list_id: list.id },
  });
