import { warnOfTables } from "../../domain/document/document-findings.ts";
import { PROCESSING_STATUS } from "../../domain/document/processing-status-by-state.ts";
import { presentWarning } from "../../domain/file/file-warning.ts";
import type { KnownDocument } from "../../infra/postgres/document/document.repository.ts";

export const presentDocument = ({ row, versions, translatedFrom }: KnownDocument) => {
  const newest = versions.at(-1);
  const current = versions.find(({ version }) => version === row.current_version);
  return {
    id: row.id,
    document_uuid: row.document_uuid,
    filename: row.filename,
    file_size_bytes: newest?.file_size_bytes ?? 0,
    file_hash: newest?.file_hash?.toString("hex") ?? "",
    mime_type: row.mime_type,
    state: row.state,
    state_detail: row.state_detail,
    processing_status: PROCESSING_STATUS[row.state],
    processing_error: row.processing_error,
    warnings: (newest?.warnings ?? []).map(presentWarning),
    total_chunks: current?.chunk_count ?? 0,
    retrieval_mode: row.retrieval_mode,
    scope: row.scope,
    folder_id: row.folder_id,
    workflow_id: row.agent_id,
    file_folder_id: row.file_folder_id,
    version: row.latest_version,
    current_version: row.current_version,
    versions: versions.map((version) => presentVersion(version, row.current_version)),
    needs_reingest: row.needs_reingest,
    translated_from: translatedFrom,
    target_language: row.target_language,
    custom_metadata: row.custom_metadata,
    docling_metadata: presentFindings(current),
    source_url: row.source_url,
    refresh_every_hours: row.refresh_every_hours,
    refresh_at: row.refresh_at,
    organization_id: row.organization_id,
    created_by: row.created_by,
    is_active: row.is_active,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
};

/** Returns the findings in the version that readers get; there are none before the first is ready. */
const presentFindings = (current: KnownDocument["versions"][number] | undefined) => {
  if (!current) return {};
  const counts = { tables: current.table_count, unnamedTables: current.unnamed_table_count };
  return {
    title: current.title,
    language: current.language,
    pages: current.page_count,
    tables: counts.tables,
    tables_without_columns: counts.unnamedTables,
    warnings: warnOfTables(counts),
  };
};

const presentVersion = (version: KnownDocument["versions"][number], currentVersion: number | null) => ({
  version: version.version,
  state: version.state,
  file_size_bytes: version.file_size_bytes,
  total_chunks: version.chunk_count,
  page_count: version.page_count,
  embedding_model: version.embedding_model,
  error: version.error,
  warnings: version.warnings.map(presentWarning),
  current: version.version === currentVersion,
  uploaded_by: version.uploaded_by,
  uploaded_at: version.created_at,
  completed_at: version.completed_at,
});
