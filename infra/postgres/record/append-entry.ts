import type { Fact } from "../../../domain/record/entry-facts.ts";
import { compileOnce } from "../compile-once.ts";
import type { OrganizationTransaction } from "../database.ts";

/** What an entry says, and about whom. */
export type NewEntry = Fact & {
  organizationId: number;
  /** `user:7`, `api_key:12`, `campaign:3`, `agent:5` or `system`. */
  actor: string;
  /** E.164, of the person whom it is about. The sealed entry has a pseudonym in its place. */
  phoneNumber?: string | null;
  /** The uuid of the run that it is about. */
  run?: string;
};

/**
 * Adds to the organization's record with the transaction of what is recorded; sealing gives it its place in the tree. Where another
 * transaction waits for what this one changes, this comes after that wait: entries are sealed in the order in which they are added.
 */
export const appendEntry = async (tx: OrganizationTransaction, entry: NewEntry): Promise<void> => {
  const { organizationId, kind, actor, phoneNumber = null, run = null, facts } = entry;
  await insertEntry(tx, [organizationId, kind, actor, phoneNumber, run, JSON.stringify(facts)]);
};

const insertEntry = compileOnce((tx) =>
  tx
    .insertInto("unsealed_entries")
    .values({ organization_id: 0, kind: "", actor: "", phone_number: null, run_uuid: null, facts: {} })
    .compile(),
);

/** Adds an entry of the same facts for each of these numbers. */
export const appendEntries = async (
  tx: OrganizationTransaction,
  entry: Omit<NewEntry, "phoneNumber"> & Fact,
  phoneNumbers: readonly string[],
): Promise<void> => {
  const { organizationId, kind, actor, facts } = entry;
  if (phoneNumbers.length === 0) return;
  await tx
    .insertInto("unsealed_entries")
    .values(phoneNumbers.map((phone_number) => ({ organization_id: organizationId, kind, actor, phone_number, facts })))
    .execute();
};
