import type { z } from "zod";
import type { Reader } from "../../application/document/reader-scope.ts";
import { type FoundInDocument, searchDocuments } from "../../application/document/search-documents.ts";
import { agentNotFound } from "../agents/agents.errors.ts";
import { asSearchUnavailable } from "../as-search-unavailable.ts";
import { channelNotFound } from "../channels/channels.errors.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { searchBody } from "./document-search.schemas.ts";

type Body = z.output<typeof searchBody>;

export const searchForDocuments = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof searchBody }>,
) => {
  const reader = readerOf(body);
  const search = {
    text: body.query,
    reader,
    documentUuids: body.document_uuids ?? null,
    limit: body.limit,
    minSimilarity: body.min_similarity ?? null,
  };
  const found = await searchDocuments(context, context.actor.organizationId, search).catch(asSearchUnavailable);
  if (!found) throw reader.kind === "agent" ? agentNotFound() : channelNotFound();
  return {
    chunks: found.passages.map(presentPassage),
    query: body.query,
    total_results: found.passages.length,
    degraded: found.degraded,
    degraded_reason: found.degradedReason,
  };
};

const readerOf = ({ workflow_id, folder_id, scope }: Body): Reader => {
  if (workflow_id) return { kind: "agent", agentId: workflow_id };
  if (folder_id) return { kind: "channel", channelId: folder_id };
  return { kind: "everything", scope: scope ?? null };
};

const presentPassage = ({ passage, filename, ...found }: FoundInDocument) => ({
  id: passage.id,
  document_id: passage.document_id,
  document_uuid: found.documentUuid,
  filename,
  chunk_index: found.ordinal,
  chunk_text: found.text,
  contextualized_text: found.context === "" ? found.text : `${found.context}\n${found.text}`,
  chunk_metadata: { headings: passage.context, page: passage.page, row: passage.row_number, version: found.version },
  similarity: found.similarity,
  highlights: found.highlights,
});
