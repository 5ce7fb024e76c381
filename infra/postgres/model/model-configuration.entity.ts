import { defineEntity, p } from "@mikro-orm/core";
import { Organization } from "../access/organization.entity.ts";
import { User } from "../access/user.entity.ts";
import { optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ModelConfiguration = Row<typeof ModelConfiguration>;
export const ModelConfiguration = defineEntity({
  name: "ModelConfiguration",
  tableName: "model_configurations",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("model_configurations_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    part: p.enum(["embeddings", "llm", "tts", "stt"]).primary(),
    provider: p.text(),
    model: p.text(),
    base_url: optional.text(),
    settings: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    /** Sealed for `model:org-<organization>:<part>`. */
    api_key_sealed: optional.bytes(),
    updated_by: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("updated_by")
        .foreignKeyName("model_configurations_updated_by_fkey")
        .deleteRule("no action")
        .strictNullable(),
    updated_at: p.datetime().defaultRaw("now()"),
  },
  policies: [tenantPolicy],
});
