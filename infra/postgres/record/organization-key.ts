import { p } from "@mikro-orm/core";
import { Organization } from "../access/organization.entity.ts";

/** The organization as a part of a table's key. */
export const organizationKey = (table: string) =>
  p
    .manyToOne(Organization)
    .mapToPk()
    .fieldName("organization_id")
    .foreignKeyName(`${table}_organization_id_fkey`)
    .deleteRule("cascade")
    .updateRule("no action")
    .primary();
