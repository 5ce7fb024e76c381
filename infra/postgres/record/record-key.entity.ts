import { defineEntity, p } from "@mikro-orm/core";
import { bytes, id, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";

/** A key that signs the checkpoints of the installation. */
export type RecordKey = Row<typeof RecordKey>;
export const RecordKey = defineEntity({
  name: "RecordKey",
  tableName: "record_keys",
  properties: {
    id: id(),
    installation: p.uuid(),
    public_key: bytes(),
    private_key_sealed: bytes(),
    signs_from: p.datetime().defaultRaw("now()"),
    /** Null: it signs. */
    signs_until: optional.time(),
  },
});
