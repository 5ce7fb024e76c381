import { type RawBuilder, sql } from "kysely";
import { isRecord } from "../../../domain/json/json-value.ts";
import { type AskedPerson, mergePersons, type Person, readPersonOf } from "../../../domain/privacy/person.ts";
import type { OrganizationTransaction } from "../database.ts";

/**
 * Finds what a person is known by. A number leads to the names and addresses that its contacts and calls were given; an address that is
 * asked for leads to the numbers of the contacts that have it. What was only said in a call names nobody for certain.
 */
export const findPerson = async (tx: OrganizationTransaction, asked: AskedPerson): Promise<Person> => {
  const emails = "email" in asked ? [asked.email.toLowerCase()] : [];
  const numbers = "phoneNumber" in asked ? [asked.phoneNumber] : await listNumbersOf(tx, emails);
  const known = await listKnown(tx, numbers, emails);
  return mergePersons([{ numbers, emails }, ...known]);
};

const holds = (column: RawBuilder<unknown>, texts: readonly string[]) => sql<boolean>`exists (
  select from jsonb_each_text(${column}) as held (key, value) where lower(held.value) = any(${texts}::text[]))`;

const listNumbersOf = async (tx: OrganizationTransaction, emails: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ number: string }>`
    select phone_number as number from contacts where ${holds(sql`attributes`, emails)}
    union select phone_number from campaign_contacts where ${holds(sql`attributes`, emails)} and phone_number not like 'erased:%'
    union select case when direction = 'inbound' then caller_number else called_number end from call_runs
      where jsonb_typeof(initial_context) = 'object' and ${holds(sql`initial_context`, emails)}`.execute(tx);
  const numbers = rows.flatMap(({ number }) => number ?? []);
  const own = await tx
    .selectFrom("phone_numbers")
    .select("address_normalized")
    .where(sql<boolean>`address_normalized = any(${numbers}::text[])`)
    .where("released_at", "is", null)
    .execute();
  const ofOrganization = new Set(own.map(({ address_normalized }) => address_normalized));
  return numbers.filter((number) => !ofOrganization.has(number));
};

/** Reads what the rows of these numbers, and sessions without a telephone, say of the person. */
const listKnown = async (
  tx: OrganizationTransaction,
  numbers: readonly string[],
  emails: readonly string[],
): Promise<Pick<Person, "emails" | "names">[]> => {
  const { rows } = await sql<{ name: string | null; variables: unknown }>`
    select name, attributes as variables from contacts where phone_number = any(${numbers}::text[])
    union all select name, attributes from campaign_contacts where phone_number = any(${numbers}::text[])
    union all select null, initial_context from call_runs where ${isRunOf(numbers, emails)}`.execute(tx);
  return rows.map(({ name, variables }) =>
    readPersonOf({ ...(isRecord(variables) ? variables : {}), ...(name !== null && { name }) }),
  );
};

/** A call is of the one who was called or called; a session without a telephone, of the one whose number or address began it. */
const isRunOf = (numbers: readonly string[], emails: readonly string[]) => sql<boolean>`(
  (direction <> 'inbound' and called_number = any(${numbers}::text[]))
  or (direction = 'inbound' and caller_number = any(${numbers}::text[]))
  or (called_number is null and caller_number is null and jsonb_typeof(initial_context) = 'object'
    and ${holds(sql`initial_context`, [...numbers, ...emails])}))`;

/** Lists the runs of a person, oldest first. */
export const listRunsOf = async (
  tx: OrganizationTransaction,
  { numbers, emails }: Pick<Person, "numbers" | "emails">,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from call_runs where ${isRunOf(numbers, emails)} order by id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Leaves out the names and addresses that another contact of the organization has too: in other people's text they mean anybody. */
export const keepOwn = async (tx: OrganizationTransaction, person: Person): Promise<Person> => {
  const names = person.names.map((name) => name.toLowerCase());
  const { rows } = await sql<{ known: string }>`
    select lower(name) as known from contacts
      where lower(name) = any(${names}::text[]) and phone_number <> all(${person.numbers}::text[])
    union select lower(held.value) from contacts, jsonb_each_text(attributes) as held (key, value)
      where lower(held.value) = any(${[...names, ...person.emails]}::text[]) and phone_number <> all(${person.numbers}::text[])`.execute(
    tx,
  );
  const shared = new Set(rows.map(({ known }) => known));
  return {
    numbers: person.numbers,
    emails: person.emails.filter((email) => !shared.has(email)),
    names: person.names.filter((name) => !shared.has(name.toLowerCase())),
  };
};

/** Lists the documents that name the person in their text, their title or what was said about them. */
export const listDocumentsNaming = async (tx: OrganizationTransaction, pattern: string): Promise<string[]> => {
  const { rows } = await sql<{ document_uuid: string }>`
    select d.document_uuid from documents d
    where d.upload_for is null and (d.filename ~* ${pattern} or d.custom_metadata::text ~* ${pattern} or d.source_url ~* ${pattern}
      or exists (select from document_versions v where v.document_id = d.id and (
        v.title ~* ${pattern}
        or exists (select from document_parts p where p.version_id = v.id and p.content::text ~* ${pattern})))
      or exists (select from document_passages p where p.document_id = d.id and p.text ~* ${pattern}))
    order by d.id`.execute(tx);
  return rows.map(({ document_uuid }) => document_uuid);
};

/** Tells whether a number is one of the organization's own. */
export const isOwnNumber = async (tx: OrganizationTransaction, phoneNumber: string): Promise<boolean> =>
  (await tx
    .selectFrom("phone_numbers")
    .select("id")
    .where("address_normalized", "=", phoneNumber)
    .where("released_at", "is", null)
    .executeTakeFirst()) !== undefined;

/** Counts those of these runs that are not over. */
export const countLiveRuns = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from call_runs where id = any(${runIds}::bigint[]) and ended_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
};

export const listNamesOfDocuments = async (
  tx: OrganizationTransaction,
  documentUuids: readonly string[],
): Promise<{ document_uuid: string; filename: string }[]> =>
  tx
    .selectFrom("documents")
    .select(["document_uuid", "filename"])
    .where(sql<boolean>`document_uuid = any(${documentUuids}::uuid[])`)
    .orderBy("id")
    .execute();

/** Lists every number and address by which an organization knows somebody. */
export const listKnownPeople = async (
  tx: OrganizationTransaction,
): Promise<{ numbers: string[]; emails: string[] }> => {
  const { rows: numbers } = await sql<{ known: string }>`
    select phone_number as known from contacts
    union select phone_number from campaign_contacts where phone_number not like 'erased:%'
    union select case when direction = 'inbound' then caller_number else called_number end from call_runs
    union select caller_number from missed_calls
    union select phone_number from text_messages
    union select phone_number from consents
    union select phone_number from do_not_call where phone_number not like 'erased:%'`.execute(tx);
  // A session without a telephone is known by what it was begun with alone.
  const { rows: begunWith } = await sql<{ known: string }>`
    select distinct held.value as known from call_runs, jsonb_each_text(initial_context) as held (key, value)
    where called_number is null and caller_number is null and jsonb_typeof(initial_context) = 'object'
      and held.value ~ '^\\+[0-9]{7,15}$'`.execute(tx);
  const { rows: emails } = await sql<{ known: string }>`
    select distinct lower(held.value) as known from (
      select attributes as variables from contacts
      union all select attributes from campaign_contacts
      union all select initial_context from call_runs where jsonb_typeof(initial_context) = 'object'
    ) as rows, jsonb_each_text(rows.variables) as held (key, value)
    where held.value like '%@%'`.execute(tx);
  return {
    numbers: [...new Set([...numbers, ...begunWith].flatMap(({ known }) => known ?? []))],
    emails: emails.map(({ known }) => known),
  };
};
