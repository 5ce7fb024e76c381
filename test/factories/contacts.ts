import type { Insertable } from "kysely";
import type { Tables } from "../../infra/postgres/tables.ts";
import type { TestDatabase } from "../harness/test-database.ts";

export type NewContact = Pick<Insertable<Tables["contacts"]>, "phone_number"> &
  Partial<Pick<Insertable<Tables["contacts"]>, "name" | "timezone" | "attributes">>;

const AREAS = [202, 212, 303, 312, 415, 512, 602, 617, 702, 713];
const NUMBERS_PER_AREA = 100;

/** Returns the `index`th of a thousand numbers that nobody has: 555-0100 to 555-0199 in ten areas. */
export const fictionalNumber = (index: number): string => {
  const area = AREAS[Math.floor(index / NUMBERS_PER_AREA)];
  if (!area) throw new RangeError("there are a thousand fictional numbers");
  return `+1${area}55501${String(index % NUMBERS_PER_AREA).padStart(2, "0")}`;
};

export const fictionalContacts = (count: number): NewContact[] =>
  Array.from({ length: count }, (_, index) => ({ phone_number: fictionalNumber(index), name: `Contact ${index}` }));

/** Creates a list with its contacts, made by rows. */
export const createContactList = async (
  { everything }: TestDatabase,
  options: { organizationId: number; contacts?: readonly NewContact[]; name?: string },
): Promise<{ contactListId: number; contactIds: number[] }> => {
  const { organizationId, contacts = [], name = "Customers" } = options;
  const list = await everything
    .insertInto("contact_lists")
    .values({ organization_id: organizationId, name, contact_count: contacts.length })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (contacts.length === 0) return { contactListId: list.id, contactIds: [] };
  const rows = await everything
    .insertInto("contacts")
    .values(contacts.map((contact) => ({ ...contact, organization_id: organizationId, contact_list_id: list.id })))
    .returning("id")
    .execute();
  return { contactListId: list.id, contactIds: rows.map(({ id }) => id) };
};
