import { type Kysely, type RawBuilder, sql } from "kysely";
import { foldAddress } from "../../../domain/access/email-address.ts";
import { ScimFault } from "../../../domain/access/scim/scim-fault.ts";
import type { ScimComparison } from "../../../domain/access/scim/scim-filter.ts";
import type { DirectoryGroup } from "../../../domain/access/scim/scim-group.ts";
import type { DirectoryPerson } from "../../../domain/access/scim/scim-person.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import { findViolatedConstraint } from "../unique-violation.ts";
import type { ScimGroup, ScimPerson, ScimToken } from "./scim.entities.ts";

export const findScimToken = async (
  db: Kysely<Tables>,
  tokenHash: Buffer,
): Promise<{ organization_id: number; last_used_at: Date | null } | undefined> => {
  const { rows } = await sql<{ organization_id: number; last_used_at: Date | null }>`
    select * from auth_scim_token(${tokenHash})`.execute(db);
  return rows[0];
};

export const readScimToken = (tx: OrganizationTransaction): Promise<ScimToken | undefined> =>
  tx.selectFrom("scim_tokens").selectAll().executeTakeFirst();

/** Keeps a new token instead of the former one, which ends at once. */
export const replaceScimToken = (
  tx: OrganizationTransaction,
  token: Pick<ScimToken, "organization_id" | "token_prefix" | "token_hash">,
): Promise<ScimToken> =>
  tx
    .insertInto("scim_tokens")
    .values(token)
    .onConflict((conflict) =>
      conflict.column("organization_id").doUpdateSet({ ...token, created_at: sql<Date>`now()`, last_used_at: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export const removeScimToken = async (tx: OrganizationTransaction): Promise<boolean> => {
  const removed = await tx.deleteFrom("scim_tokens").returning("organization_id").executeTakeFirst();
  return removed !== undefined;
};

export const noteUseOfScimToken = async (tx: OrganizationTransaction, at: Date): Promise<void> => {
  await tx.updateTable("scim_tokens").set({ last_used_at: at }).execute();
};

/** The attributes of a filter, and their columns. Names and addresses are compared whatever the case of their letters. */
const PERSON_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`uuid::text`,
  username: sql`lower(user_name)`,
  emails: sql`lower(email)`,
  externalid: sql`external_id`,
  displayname: sql`lower(display_name)`,
  active: sql`active`,
};
const GROUP_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`uuid::text`,
  displayname: sql`lower(display_name)`,
  externalid: sql`external_id`,
};
export const PERSON_ATTRIBUTES: ReadonlySet<string> = new Set(Object.keys(PERSON_COLUMNS));
export const GROUP_ATTRIBUTES: ReadonlySet<string> = new Set(Object.keys(GROUP_COLUMNS));

const conditionOf = (
  { attribute, operator, value }: ScimComparison,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<boolean> => {
  const column = columns[attribute];
  if (!column) throw new Error(`nothing is found by ${attribute}`);
  if (typeof value === "boolean") return sql<boolean>`${column} = ${value}`;
  const text = attribute === "externalid" ? value : value.toLowerCase();
  if (operator === "eq") return sql<boolean>`${column} = ${text}`;
  return operator === "sw"
    ? sql<boolean>`starts_with(${column}, ${text})`
    : sql<boolean>`position(${text} in ${column}) > 0`;
};

export interface ScimPage {
  comparisons: readonly ScimComparison[];
  /** From 1 on. */
  startIndex: number;
  count: number;
}

export interface Found<T> {
  total: number;
  rows: T[];
}

export const listPeople = (tx: OrganizationTransaction, page: ScimPage): Promise<Found<ScimPerson>> =>
  listPage<ScimPerson>(tx, { table: "scim_people", columns: PERSON_COLUMNS }, page);

const listPage = async <Row>(
  tx: OrganizationTransaction,
  { table, columns }: { table: string; columns: Readonly<Record<string, RawBuilder<unknown>>> },
  { comparisons, startIndex, count }: ScimPage,
): Promise<Found<Row>> => {
  const conditions = comparisons.map((comparison) => conditionOf(comparison, columns));
  const found = sql`from ${sql.table(table)} where ${sql.join([sql`true`, ...conditions], sql` and `)}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const { rows } = await sql<Row>`
    select * ${found} order by created_at, uuid offset ${startIndex - 1} limit ${count}`.execute(tx);
  return { total: counted.rows[0]?.total ?? 0, rows };
};

export const findPersonOfDirectory = (tx: OrganizationTransaction, uuid: string): Promise<ScimPerson | undefined> =>
  tx.selectFrom("scim_people").selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirst();

/** Finds the person that an account belongs to, as the directory has them. */
export const findDirectoryPersonOf = (
  tx: OrganizationTransaction,
  { userId, email }: { userId: number | null; email: string },
): Promise<ScimPerson | undefined> =>
  tx
    .selectFrom("scim_people")
    .selectAll()
    .where((row) => row.or([row("user_id", "=", userId), row(sql<string>`lower(email)`, "=", foldAddress(email))]))
    .orderBy(sql`user_id is null`)
    .executeTakeFirst();

const toColumns = (person: DirectoryPerson) => ({
  user_name: person.userName,
  external_id: person.externalId,
  email: person.email,
  display_name: person.displayName,
  given_name: person.givenName,
  family_name: person.familyName,
  active: person.active,
});

export const toDirectoryPerson = (row: ScimPerson): DirectoryPerson => ({
  userName: row.user_name,
  externalId: row.external_id,
  email: row.email,
  displayName: row.display_name,
  givenName: row.given_name,
  familyName: row.family_name,
  active: row.active,
});

export const insertDirectoryPerson = (
  tx: OrganizationTransaction,
  { organizationId, uuid, person }: { organizationId: number; uuid: string; person: DirectoryPerson },
): Promise<ScimPerson> =>
  refusingTaken("userName", () =>
    tx
      .insertInto("scim_people")
      .values({ organization_id: organizationId, uuid, ...toColumns(person) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const updateDirectoryPerson = (
  tx: OrganizationTransaction,
  { uuid, person, at }: { uuid: string; person: DirectoryPerson; at: Date },
): Promise<ScimPerson> =>
  refusingTaken("userName", () =>
    tx
      .updateTable("scim_people")
      .set({ ...toColumns(person), updated_at: at })
      .where("uuid", "=", uuid)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const setAccountOfPerson = async (tx: OrganizationTransaction, uuid: string, userId: number): Promise<void> => {
  await tx.updateTable("scim_people").set({ user_id: userId }).where("uuid", "=", uuid).execute();
};

export const deleteDirectoryPerson = async (tx: OrganizationTransaction, uuid: string): Promise<void> => {
  await tx.deleteFrom("scim_people").where("uuid", "=", uuid).execute();
};

/** Changes address and name of an account that reaches no other organization; false: it was left, or nothing differs. */
export const changeAccount = async (
  tx: OrganizationTransaction,
  change: { userId: number; organizationId: number; email: string; name: string | null },
): Promise<boolean> => {
  const { rows } = await sql<{ changed: boolean }>`
    select auth_change_person(${change.userId}, ${change.organizationId}, ${change.email}, ${change.name}) as changed`.execute(
    tx,
  );
  return rows[0]?.changed === true;
};

interface GroupWithMembers {
  group: ScimGroup;
  members: { uuid: string; user_name: string }[];
}

export const listGroups = (tx: OrganizationTransaction, page: ScimPage): Promise<Found<ScimGroup>> =>
  listPage<ScimGroup>(tx, { table: "scim_groups", columns: GROUP_COLUMNS }, page);

export const findGroup = (tx: OrganizationTransaction, uuid: string): Promise<ScimGroup | undefined> =>
  tx.selectFrom("scim_groups").selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirst();

export const listGroupMembers = (tx: OrganizationTransaction, uuid: string): Promise<GroupWithMembers["members"]> =>
  tx
    .selectFrom("scim_group_members")
    .innerJoin("scim_people", "scim_people.uuid", "scim_group_members.person_uuid")
    .select(["scim_people.uuid", "scim_people.user_name"])
    .where("scim_group_members.group_uuid", "=", uuid)
    .orderBy("scim_people.created_at")
    .execute();

/** Lists the names of the groups that a person is in. */
export const listGroupsOfPerson = (
  tx: OrganizationTransaction,
  personUuid: string,
): Promise<{ uuid: string; display_name: string }[]> =>
  tx
    .selectFrom("scim_group_members")
    .innerJoin("scim_groups", "scim_groups.uuid", "scim_group_members.group_uuid")
    .select(["scim_groups.uuid", "scim_groups.display_name"])
    .where("scim_group_members.person_uuid", "=", personUuid)
    .orderBy("scim_groups.display_name")
    .execute();

interface StoredGroup {
  organizationId: number;
  uuid: string;
  group: DirectoryGroup;
  at: Date;
}

/** Writes a group with its members; members that the directory has not named before are refused. */
export const storeGroup = async (
  tx: OrganizationTransaction,
  { organizationId, uuid, group, at }: StoredGroup,
): Promise<ScimGroup> => {
  const columns = { display_name: group.displayName, external_id: group.externalId };
  const row = await refusingTaken("displayName", () =>
    tx
      .insertInto("scim_groups")
      .values({ organization_id: organizationId, uuid, ...columns })
      .onConflict((conflict) => conflict.column("uuid").doUpdateSet({ ...columns, updated_at: at }))
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await tx.deleteFrom("scim_group_members").where("group_uuid", "=", uuid).execute();
  const named = [...group.members];
  if (named.length === 0) return row;
  const known = await tx.selectFrom("scim_people").select("uuid").where("uuid", "in", named).execute();
  if (known.length !== named.length)
    throw new ScimFault(400, "A member of the group is not known here", "invalidValue");
  await tx
    .insertInto("scim_group_members")
    .values(named.map((person_uuid) => ({ organization_id: organizationId, group_uuid: uuid, person_uuid })))
    .execute();
  return row;
};

export const deleteGroup = async (tx: OrganizationTransaction, uuid: string): Promise<void> => {
  await tx.deleteFrom("scim_groups").where("uuid", "=", uuid).execute();
};

const refusingTaken = async <T>(attribute: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const constraint = findViolatedConstraint(error);
    if (constraint !== "scim_people_user_name" && constraint !== "scim_groups_display_name") throw error;
    throw new ScimFault(409, `Another one has this ${attribute}`, "uniqueness");
  }
};
