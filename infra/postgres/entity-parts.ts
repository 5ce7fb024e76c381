import { p } from "@mikro-orm/core";
import { ENVIRONMENTS } from "../../domain/environment/sandbox.rules.ts";
import { Organization } from "./access/organization.entity.ts";
import { User } from "./access/user.entity.ts";

/** Organizations and users cannot use these parts, because the parts refer to them. */

/** `bigint generated always as identity`; a number, far below 2^53. */
export const id = () => p.bigint("number").primary().generated("identity").autoincrement();

export const organizationId = (table: string) =>
  p
    .manyToOne(Organization)
    .mapToPk()
    .fieldName("organization_id")
    .foreignKeyName(`${table}_organization_id_fkey`)
    .deleteRule("cascade");

export const createdBy = (table: string) =>
  p
    .manyToOne(User)
    .mapToPk()
    .fieldName("created_by")
    .foreignKeyName(`${table}_created_by_fkey`)
    .deleteRule("no action")
    .strictNullable()
    .default(null);

/** Where a row was made: in the sandbox, by a sandbox key, or in production. */
export const environment = () => p.enum([...ENVIRONMENTS]).default("production");

export const createdAt = () => p.datetime().defaultRaw("now()");

/** A nullable column; without the default a new entity holds `undefined` there, whatever its type says. */
export const optional = {
  text: () => p.text().strictNullable().default(null),
  integer: () => p.integer().strictNullable().default(null),
  bigint: () => p.bigint("number").strictNullable().default(null),
  bytes: () => p.blob().$type<Buffer>().strictNullable().default(null),
  uuid: () => p.uuid().strictNullable().default(null),
  time: () => p.datetime().strictNullable().default(null),
};

export const bytes = () => p.blob().$type<Buffer>();
