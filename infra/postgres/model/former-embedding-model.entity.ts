import { defineEntity, p } from "@mikro-orm/core";
import { Organization } from "../access/organization.entity.ts";
import { optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A model for embeddings that documents still have vectors of, though another one is configured. */
export type FormerEmbeddingModel = Row<typeof FormerEmbeddingModel>;
export const FormerEmbeddingModel = defineEntity({
  name: "FormerEmbeddingModel",
  tableName: "former_embedding_models",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("former_embedding_models_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    /** `Embedder.name`. */
    name: p.text().primary(),
    provider: p.text(),
    model: p.text(),
    base_url: optional.text(),
    settings: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    /** Sealed for `model:org-<organization>:embeddings`. */
    api_key_sealed: optional.bytes(),
    replaced_at: p.datetime().defaultRaw("now()"),
  },
  policies: [tenantPolicy],
});
