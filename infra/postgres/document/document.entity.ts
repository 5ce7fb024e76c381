import { defineEntity, p } from "@mikro-orm/core";
import { DOCUMENT_SCOPES, USUAL_SCOPE } from "../../../domain/document/document-scope.rules.ts";
import { DOCUMENT_STATES } from "../../../domain/document/processing-status-by-state.ts";
import { RETRIEVAL_MODES, USUAL_RETRIEVAL_MODE } from "../../../domain/document/retrieval-mode.rules.ts";
import { User } from "../access/user.entity.ts";
import { Agent } from "../agent/agent.entity.ts";
import { Channel } from "../channel/channel.entity.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type Document = Row<typeof Document>;

export const Document = defineEntity({
  name: "Document",
  tableName: "documents",
  properties: {
    id: id(),
    organization_id: () => organizationId("documents"),
    document_uuid: p.uuid(),
    filename: p.text(),
    mime_type: p.text(),
    state: p.enum([...DOCUMENT_STATES]).default("uploading"),
    /** The reason for the state, for people. */
    state_detail: optional.text(),
    processing_error: optional.text(),
    scope: p.enum([...DOCUMENT_SCOPES]).default(USUAL_SCOPE),
    folder_id: () =>
      p
        .manyToOne(Channel)
        .mapToPk()
        .fieldName("folder_id")
        .foreignKeyName("documents_folder_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("documents_agent_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    file_folder_id: optional.bigint(),
    retrieval_mode: p.enum([...RETRIEVAL_MODES]).default(USUAL_RETRIEVAL_MODE),
    custom_metadata: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    latest_version: p.integer().default(0),
    /** The version that readers get; null: none yet. */
    current_version: optional.integer(),
    /** False: it is kept, and nobody reads it. */
    is_active: p.boolean().default(true),
    /** The address that it is read from; null: its files are uploaded. */
    source_url: optional.text(),
    refresh_every_hours: optional.integer(),
    /** When the address is to be read next; null: never again unasked. */
    refresh_at: optional.time(),
    /** The storage key of an uploaded file that was not processed yet; set while the state is `uploading`. */
    upload_key: optional.text(),
    /** The document that the upload was asked for, when that is another one: the row is its file's alone. */
    upload_for: p.uuid().strictNullable(),
    translated_from: () =>
      p
        .manyToOne(Document)
        .mapToPk()
        .fieldName("translated_from")
        .foreignKeyName("documents_translated_from_fkey")
        .deleteRule("set null")
        .strictNullable(),
    target_language: optional.text(),
    /** Its vectors are of another model than the organization's. */
    needs_reingest: p.boolean().default(false),
    deleted_at: optional.time(),
    deleted_by: optional.text(),
    created_by: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("created_by")
        .foreignKeyName("documents_created_by_fkey")
        .deleteRule("set null")
        .strictNullable(),
    created_at: createdAt(),
    updated_at: p.datetime().defaultRaw("now()"),
    /** Why new vectors could not be made; cleared with the next change of the model. */
    reingest_error: optional.text(),
  },
  uniques: [{ name: "documents_organization_id_document_uuid_key", properties: ["organization_id", "document_uuid"] }],
  indexes: [
    {
      name: "documents_failed",
      expression:
        "CREATE INDEX documents_failed ON public.documents USING btree (organization_id, updated_at DESC) WHERE ((processing_error IS NOT NULL) AND (deleted_at IS NULL))",
    },
    { name: "documents_upload_key", properties: ["upload_key"], where: "(upload_key IS NOT NULL)" },
    { name: "documents_refresh", properties: ["refresh_at"], where: "(refresh_at IS NOT NULL)" },
    { name: "documents_outdated", properties: ["organization_id", "id"], where: "needs_reingest" },
    { name: "documents_folder", properties: ["folder_id"] },
    {
      name: "documents_unfinished",
      properties: ["updated_at"],
      where: "((deleted_at IS NOT NULL) OR (state = ANY (ARRAY['queued'::text, 'indexing'::text, 'uploading'::text])))",
    },
    {
      name: "documents_list",
      expression:
        "CREATE INDEX documents_list ON public.documents USING btree (organization_id, id DESC) WHERE (deleted_at IS NULL)",
    },
    { name: "documents_agent", properties: ["agent_id"] },
    { name: "documents_translated_from", properties: ["translated_from"] },
  ],
  policies: [tenantPolicy],
});
