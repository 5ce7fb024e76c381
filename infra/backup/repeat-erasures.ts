import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { type AskedPerson, mergePersons } from "../../domain/privacy/person.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import type { Database, OrganizationTransaction } from "../postgres/database.ts";
import { findPerson, keepOwn, listKnownPeople } from "../postgres/privacy/find-person.repository.ts";
import { insertErasure, listBegunErasures } from "../postgres/privacy/person-erasures.repository.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { ERASURE_LIST_FOLDER, type KnownErasure, readErasureList, type UnreadErasure } from "./erasure-list.ts";

/**
 * A restore leaves this mark before it brings rows back, and it goes when the erasures since have begun again. While it stands,
 * maintenance carries that out: a restore that is killed in between loses none.
 */
const MARK = `${ERASURE_LIST_FOLDER}restored.json`;

const restoredMark = z.object({ taken_at: z.coerce.date() });

/** Notes that a backup is being restored. `takenAt`: what was erased before it is not in it. */
export const markRestored = (objectStore: Pick<ObjectStore, "put">, takenAt: Date): Promise<void> =>
  objectStore.put(MARK, Buffer.from(JSON.stringify({ taken_at: takenAt })), "application/json");

interface Repetition {
  database: Pick<Database, "inOrganization">;
  objectStore: Pick<ObjectStore, "list" | "read" | "size" | "remove">;
  secrets: SecretBox;
}

export interface RepeatedErasures {
  /** How many begin again. */
  repeated: number;
  /** Files of the list that could not be read; as long as there are any, the next start reads them again. */
  unread: UnreadErasure[];
}

/**
 * Begins the erasures again that came after the backup which was restored last, for the people whom it has brought back; their
 * workflows are started by maintenance. Does nothing when no restore is unfinished.
 */
export const repeatErasures = async ({ database, objectStore, secrets }: Repetition): Promise<RepeatedErasures> => {
  const done: RepeatedErasures = { repeated: 0, unread: [] };
  const since = await readMark(objectStore);
  if (since === null) return done;
  const byOrganization = new Map<number, KnownErasure[]>();
  for await (const known of readErasureList(objectStore, secrets)) {
    if ("reason" in known) done.unread.push(known);
    else if (new Date(known.listed.erased_at) > since) {
      const { organization_id: organizationId } = known.listed;
      byOrganization.set(organizationId, [...(byOrganization.get(organizationId) ?? []), known]);
    }
  }
  for (const [organizationId, erasures] of byOrganization)
    done.repeated += await database.inOrganization(organizationId, (tx) =>
      repeatInOrganization(tx, { organizationId, erasures, secrets }),
    );
  if (done.unread.length === 0) await objectStore.remove(MARK);
  return done;
};

const readMark = async (objectStore: Pick<ObjectStore, "read" | "size">): Promise<Date | null> => {
  if ((await objectStore.size(MARK)) === null) return null;
  return restoredMark.parse(JSON.parse((await buffer(await objectStore.read(MARK))).toString())).taken_at;
};

const repeatInOrganization = async (
  tx: OrganizationTransaction,
  {
    organizationId,
    erasures,
    secrets,
  }: { organizationId: number; erasures: readonly KnownErasure[]; secrets: SecretBox },
): Promise<number> => {
  const begun = await listBegunErasures(
    tx,
    erasures.map(({ listed }) => listed.uuid),
  );
  const left = erasures.filter(({ listed }) => !begun.has(listed.uuid));
  if (left.length === 0) return 0;
  const people = await listKnownPeople(tx);
  let repeated = 0;
  for (const { listed, isOf } of left) {
    const numbers = people.numbers.filter(isOf);
    const emails = people.emails.filter(isOf);
    if (numbers.length + emails.length === 0) continue;
    const asked: AskedPerson[] =
      numbers.length > 0 ? numbers.map((phoneNumber) => ({ phoneNumber })) : emails.map((email) => ({ email }));
    const found = [];
    for (const each of asked) found.push(await findPerson(tx, each));
    const person = mergePersons([{ numbers, emails }, ...found]);
    await insertErasure(tx, secrets, {
      organizationId,
      uuid: listed.uuid,
      reason: "Carried out again after a restore",
      keepDoNotCall: listed.keep_do_not_call,
      actor: "system",
      person: { ...person, asked, own: await keepOwn(tx, person) },
    });
    repeated += 1;
  }
  return repeated;
};
