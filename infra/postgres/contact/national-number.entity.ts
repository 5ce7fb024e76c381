import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type NationalNumber = Row<typeof NationalNumber>;
/** The table has no foreign keys, which would be checked for each of millions of rows; the list's workflow removes its numbers. */
export const NationalNumber = defineEntity({
  name: "NationalNumber",
  tableName: "national_numbers",
  properties: {
    organization_id: p.bigint("number"),
    national_list_id: p.bigint("number").primary(),
    /** The digits of the number in E.164, without the `+`. */
    digits: p.bigint("number").primary(),
  },
  policies: [tenantPolicy],
});
