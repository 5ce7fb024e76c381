import type { FileContact } from "./read-contact.ts";

/** What an import does with a number that the list has already. */
export const ON_DUPLICATE = ["skip", "update"] as const;
export const ON_DUPLICATE_USUAL = "update";

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
export const nameTwoPeople = (one: { name: string | null }, other: { name: string | null }): boolean =>
  one.name !== null && other.name !== null && one.name !== other.name;

/** Returns a contact that the file has twice: what the later row leaves empty stays as the earlier one has it. */
export const mergeContact = (earlier: WrittenContact, later: WrittenContact): WrittenContact => ({
  phoneNumber: later.phoneNumber,
  name: later.name ?? earlier.name,
  timezone: later.timezone ?? earlier.timezone,
  priority: later.priority ?? earlier.priority,
  attributes: JSON.stringify({ ...JSON.parse(earlier.attributes), ...JSON.parse(later.attributes) }),
});
