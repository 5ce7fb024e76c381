import { defineEntity, p } from "@mikro-orm/core";
import { STANDARD_PLAN } from "../../../domain/document/storage-limits.ts";
import { Organization } from "../access/organization.entity.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type DocumentUsage = Row<typeof DocumentUsage>;
export const DocumentUsage = defineEntity({
  name: "DocumentUsage",
  tableName: "knowledge_usage",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("knowledge_usage_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    plan: p.text().default(STANDARD_PLAN.name),
    limit_bytes: p.bigint("number").defaultRaw(`'${STANDARD_PLAN.bytes}'::bigint`),
    limit_documents: p.integer().default(STANDARD_PLAN.documents),
    limit_chunks: p.integer().default(STANDARD_PLAN.chunks),
    used_bytes: p.bigint("number").defaultRaw("0"),
    document_count: p.integer().default(0),
    chunk_count: p.integer().default(0),
  },
  checks: [
    { name: "knowledge_usage_limit_bytes_check", expression: "limit_bytes >= 0" },
    { name: "knowledge_usage_limit_documents_check", expression: "limit_documents >= 0" },
    { name: "knowledge_usage_limit_chunks_check", expression: "limit_chunks >= 0" },
  ],
  policies: [tenantPolicy],
});
