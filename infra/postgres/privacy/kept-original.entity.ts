import { defineEntity, p } from "@mikro-orm/core";
import { ORIGINAL_KINDS } from "../../../domain/privacy/kept-original.ts";
import { CallRun } from "../call/call-run.entity.ts";
import { bytes, createdAt, id, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** Something as it was before redaction. */
export type KeptOriginal = Row<typeof KeptOriginal>;
export const KeptOriginal = defineEntity({
  name: "KeptOriginal",
  tableName: "kept_originals",
  properties: {
    id: id(),
    organization_id: () => organizationId("kept_originals"),
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("kept_originals_run_id_fkey")
        .deleteRule("cascade"),
    kind: p.enum(ORIGINAL_KINDS),
    name: p.text(),
    /** JSON, sealed for `original:org-<id>:run-<id>:<kind>`. */
    original_sealed: bytes(),
    object_key: p.text().unique("kept_originals_object_key_key").strictNullable().default(null),
    created_at: createdAt(),
  },
  uniques: [{ name: "kept_originals_run_id_kind_name_key", properties: ["run_id", "kind", "name"] }],
  indexes: [{ name: "kept_originals_organization", properties: ["organization_id", "created_at", "id"] }],
  policies: [tenantPolicy],
});
