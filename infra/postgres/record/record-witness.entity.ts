import { defineEntity, p } from "@mikro-orm/core";
import { optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { organizationKey } from "./organization-key.ts";

/** What a witness has seen of an organization's record. */
export type RecordWitness = Row<typeof RecordWitness>;
export const RecordWitness = defineEntity({
  name: "RecordWitness",
  tableName: "record_witnesses",
  properties: {
    organization_id: () => organizationKey("record_witnesses"),
    witness: p.text().primary(),
    size: p.bigint("number"),
    note: optional.text(),
    cosigned_at: optional.time(),
    refusal: optional.text(),
  },
  policies: [tenantPolicy],
});
