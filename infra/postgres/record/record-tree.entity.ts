import { defineEntity, p } from "@mikro-orm/core";
import { bytes, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { organizationKey } from "./organization-key.ts";

/** The Merkle tree of an organization's record, up to its last checkpoint. */
export type RecordTree = Row<typeof RecordTree>;
export const RecordTree = defineEntity({
  name: "RecordTree",
  tableName: "record_trees",
  properties: {
    organization_id: () => organizationKey("record_trees"),
    size: p.bigint("number"),
    root: bytes(),
    /** The hashes of the last, unfinished tile of each level, one after another, in base64. */
    edge: p.json<string[]>(),
    checkpoint: p.text(),
    published_size: p.bigint("number"),
    sealed_at: p.datetime(),
    refusal: optional.text(),
    /** Every witness that is configured has signed everything below. */
    cosigned_size: p.bigint("number").defaultRaw("0"),
  },
  indexes: [
    { name: "record_trees_unpublished", properties: ["organization_id"], where: "(published_size < size)" },
    { name: "record_trees_uncosigned", properties: ["organization_id"], where: "(cosigned_size < published_size)" },
  ],
  policies: [tenantPolicy],
});
