import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ArtifactOrphan = Row<typeof ArtifactOrphan>;
/** A file in the object store that no artifact names: it is being written, or another file has taken its place. */
export const ArtifactOrphan = defineEntity({
  name: "ArtifactOrphan",
  tableName: "artifact_orphans",
  properties: {
    object_key: p.text().primary(),
    organization_id: () => organizationId("artifact_orphans"),
    /** When its writing began, or when another file replaced it. */
    created_at: createdAt(),
  },
  indexes: [
    {
      name: "artifact_orphans_created",
      expression: "CREATE INDEX artifact_orphans_created ON public.artifact_orphans USING btree (created_at)",
    },
  ],
  policies: [tenantPolicy],
});
