import { defineEntity, p } from "@mikro-orm/core";
import { ARTIFACT_TYPES } from "../../../domain/call/artifact.ts";
import type { RecordingPeaks } from "../../../domain/recording/peaks.ts";
import { CallRun } from "../call/call-run.entity.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type CallArtifact = Row<typeof CallArtifact>;

export const CallArtifact = defineEntity({
  name: "CallArtifact",
  tableName: "call_artifacts",
  properties: {
    id: id(),
    organization_id: () => organizationId("call_artifacts"),
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("call_artifacts_run_id_fkey")
        .deleteRule("cascade"),
    artifact_type: p.enum(ARTIFACT_TYPES),
    /** The file's extension; a transcript is stored as `txt` and as `json`. */
    format: p.text(),
    object_key: p.text().unique("call_artifacts_object_key_key"),
    content_type: p.text(),
    size_bytes: p.bigint("number"),
    /** The loudness of a recording over time; null until somebody requests it. */
    peaks: p.json<RecordingPeaks>().strictNullable().default(null),
    /** When it began, where this platform has recorded it; null: a carrier's, or a text. */
    recorded_from: optional.time(),
    created_at: createdAt(),
  },
  uniques: [
    { name: "call_artifacts_run_id_artifact_type_format_key", properties: ["run_id", "artifact_type", "format"] },
  ],
  indexes: [{ name: "call_artifacts_organization", properties: ["organization_id", "created_at", "id"] }],
  policies: [tenantPolicy],
});
