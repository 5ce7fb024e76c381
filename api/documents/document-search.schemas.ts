import { z } from "zod";
import { DOCUMENT_SCOPES } from "../../domain/document/document-scope.rules.ts";
import { LONGEST_QUERY, MOST_DOCUMENTS_NAMED, PASSAGES_FOUND } from "../../domain/document/search-limits.ts";
import { idField, optional, withDefault } from "../http/fields.ts";

interface Reading {
  scope?: string | undefined;
  folder_id?: number | undefined;
  workflow_id?: number | undefined;
}

/** Refuses a second field that names a reader, because one reader alone decides what is searched. */
const requireOneReader = (reading: Reading, context: z.RefinementCtx): void => {
  const [first, second] = (["workflow_id", "folder_id", "scope"] as const).filter(
    (name) => reading[name] !== undefined,
  );
  if (first === undefined || second === undefined) return;
  context.addIssue({
    code: "custom",
    path: [second],
    message: `Send ${first} or ${second}: either says what is searched`,
  });
};

export const searchBody = z
  .strictObject({
    query: z.string().trim().min(1).max(LONGEST_QUERY),
    limit: withDefault(z.number().int().min(1).max(PASSAGES_FOUND.most), PASSAGES_FOUND.usual),
    document_uuids: optional(z.array(z.uuid()).max(MOST_DOCUMENTS_NAMED)),
    min_similarity: optional(z.number().min(0).max(1)),
    scope: optional(z.enum(DOCUMENT_SCOPES)).meta({ description: "Every document of the scope" }),
    folder_id: optional(idField).meta({ description: "What the agents of this channel may read" }),
    workflow_id: optional(idField).meta({
      description: "What this agent may read: its own, its channel's, the organization's",
    }),
  })
  .superRefine(requireOneReader)
  .meta({ description: "At most one of scope, folder_id and workflow_id" });

const passageAnswer = z.object({
  id: z.number().int(),
  document_id: z.number().int(),
  document_uuid: z.string(),
  filename: z.string(),
  chunk_index: z.number().int(),
  chunk_text: z.string(),
  contextualized_text: z.string(),
  chunk_metadata: z.object({
    headings: z.string(),
    page: z.number().int().nullable(),
    row: z.number().int().nullable(),
    version: z.number().int(),
  }),
  similarity: z.number(),
  highlights: z.array(
    z.object({ text: z.string(), marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })) }),
  ),
});

export const searchAnswer = z
  .object({
    chunks: z.array(passageAnswer),
    query: z.string(),
    total_results: z.number().int(),
    degraded: z
      .enum(["text only", "partly text only"])
      .nullable()
      .meta({
        description:
          "`text only` when meaning could not be searched; `partly text only` when it could not in documents whose " +
          "vectors are of one model among several, as while they get new ones after a change of the model",
      }),
    degraded_reason: z.string().nullable(),
  })
  .meta({ id: "KnowledgeSearch" });
