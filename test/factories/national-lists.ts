import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../../infra/postgres/tables.ts";

/** Inserts a national list in force, with numbers in E.164; returns its id. */
export const fillNationalList = async (
  everything: Kysely<Tables>,
  {
    organizationId,
    numbers,
    asOf = "2026-11-01",
  }: { organizationId: number; numbers: readonly string[]; asOf?: string },
): Promise<number> => {
  const { id } = await everything
    .insertInto("national_lists")
    .values({
      organization_id: organizationId,
      request_uuid: randomUUID(),
      source: "FTC 415",
      as_of: asOf,
      object_key: "a file",
      state: "in_force",
      numbers: numbers.length,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = numbers.map((number) => ({
    organization_id: organizationId,
    national_list_id: id,
    digits: Number(number.slice(1)),
  }));
  await everything.insertInto("national_numbers").values(rows).execute();
  return id;
};
