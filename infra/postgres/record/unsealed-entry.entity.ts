import { defineEntity, p } from "@mikro-orm/core";
import { optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** An entry of the record that has no place in the tree yet. */
export type UnsealedEntry = Row<typeof UnsealedEntry>;
export const UnsealedEntry = defineEntity({
  name: "UnsealedEntry",
  tableName: "unsealed_entries",
  properties: {
    organization_id: p.bigint("number").primary(),
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    kind: p.text(),
    at: p.datetime().defaultRaw("clock_timestamp()"),
    actor: p.text(),
    phone_number: optional.text(),
    run_uuid: optional.uuid(),
    facts: p.json<Record<string, unknown>>(),
  },
  policies: [tenantPolicy],
});
