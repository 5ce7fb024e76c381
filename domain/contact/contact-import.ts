import type { FileContact } from "./read-contact.ts";

/** An import waits for its workflow, reads its file, and ends; faulty rows do not fail it, they go to a file of their own. */
export const IMPORT_STATUSES = ["pending", "processing", "completed", "failed"] as const;
type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** It has not ended: its file is kept, and its list waits for it. */
export const OPEN_IMPORT_STATUSES = ["pending", "processing"] as const satisfies ImportStatus[];

/** Returns how an import ended; `error`: why the file could not be read. */
export const decideImportEnd = (error: string | null): ImportStatus => (error === null ? "completed" : "failed");

/** What an import does with a number that the list or the file has already. */
export const ON_DUPLICATE = ["skip", "update"] as const;
type OnDuplicate = (typeof ON_DUPLICATE)[number];
export const ON_DUPLICATE_USUAL: OnDuplicate = "update";

/** A contact as it is stored. */
export interface WrittenContact extends Omit<FileContact, "attributes"> {
  /** The text of a JSON object: few look into it on the way from the file to the row. */
  attributes: string;
}

export const writeContact = (contact: FileContact): WrittenContact => ({
  ...contact,
  attributes: JSON.stringify(contact.attributes),
});

/** Tells whether two rows of one number name two people. */
const nameTwoPeople = (one: { name: string | null }, other: { name: string | null }): boolean =>
  one.name !== null && other.name !== null && one.name !== other.name;

/** Returns a contact that the file has twice: what the later row leaves empty stays as the earlier one has it. */
const mergeContact = (earlier: WrittenContact, later: WrittenContact): WrittenContact => ({
  phoneNumber: later.phoneNumber,
  name: later.name ?? earlier.name,
  timezone: later.timezone ?? earlier.timezone,
  priority: later.priority ?? earlier.priority,
  attributes: JSON.stringify({ ...JSON.parse(earlier.attributes), ...JSON.parse(later.attributes) }),
});

/**
 * Returns one contact per number: the first under `skip`; under `update` the last, merged over the ones before. `shared`: how many
 * rows name another person than the one before.
 */
export const withoutRepeats = (
  contacts: readonly WrittenContact[],
  onDuplicate: OnDuplicate,
): { contacts: WrittenContact[]; shared: number } => {
  const byNumber = new Map<string, WrittenContact>();
  let shared = 0;
  for (const contact of contacts) {
    const earlier = byNumber.get(contact.phoneNumber);
    if (earlier && nameTwoPeople(earlier, contact)) shared += 1;
    if (!earlier) byNumber.set(contact.phoneNumber, contact);
    else if (onDuplicate === "update") byNumber.set(contact.phoneNumber, mergeContact(earlier, contact));
  }
  return { contacts: [...byNumber.values()], shared };
};
