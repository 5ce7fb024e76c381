import { z } from "zod";
import { OTHER_PAGE_ROWS } from "../../domain/access/list-pages.ts";
import { DOCUMENT_SCOPES } from "../../domain/document/document-scope.rules.ts";
import { LONGEST_SOURCE_URL, REFRESH_HOURS } from "../../domain/document/document-source.ts";
import { DOCUMENT_TYPES, findDocumentType } from "../../domain/document/document-type.ts";
import {
  DOCUMENT_STATES,
  PROCESSING_STATUSES,
  STATUSES_THAT_ARE_NO_STATE,
} from "../../domain/document/processing-status-by-state.ts";
import { RETRIEVAL_MODES } from "../../domain/document/retrieval-mode.rules.ts";
import { TARGET_LANGUAGE } from "../../domain/document/translation/translated-document.ts";
import { FILE_TOO_LARGE, LARGEST_FILE_BYTES } from "../../domain/file/uploaded-file.ts";
import {
  idField,
  idParameter,
  jsonObject,
  jsonObjectInput,
  nullableTime,
  optional,
  time,
  withDefault,
} from "../http/fields.ts";
import { encodingField, fileWarnings } from "../http/file-fields.ts";
import { limitOf } from "../http/pagination.ts";

const filename = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(
    (name) => findDocumentType(name) !== null,
    `Must end in ${DOCUMENT_TYPES.slice(0, -1)
      .map((type) => `.${type}`)
      .join(", ")} or .${DOCUMENT_TYPES.at(-1)}`,
  );

const sourceUrl = z.url({ protocol: /^https?$/ }).max(LONGEST_SOURCE_URL);
const refreshHours = z.number().int().min(REFRESH_HOURS.least).max(REFRESH_HOURS.most);

export const uploadUrlBody = z.strictObject({
  filename,
  mime_type: z.string().trim().min(1).max(255),
  file_size: optional(z.number().int().min(1).max(LARGEST_FILE_BYTES, FILE_TOO_LARGE)).meta({
    description: "Bytes of the file; with it the answer has a signed PUT, beside the form",
  }),
  custom_metadata: optional(jsonObjectInput),
  document_uuid: optional(z.uuid().toLowerCase()).meta({
    description:
      "A UUID of your own, or of the document that the file is the next version of. Without one it is made here",
  }),
});

export const uploadUrlAnswer = z
  .object({
    upload_url: z.string(),
    method: z.literal("POST"),
    headers: z.record(z.string(), z.string()),
    fields: z.record(z.string(), z.string()).meta({ description: "Form fields to send before the field `file`" }),
    put: z
      .object({ url: z.string(), method: z.literal("PUT"), headers: z.record(z.string(), z.string()) })
      .nullable()
      .meta({
        description: "For clients that only PUT: accepts exactly `file_size` bytes. Null without a `file_size`",
      }),
    document_uuid: z.string(),
    object_store_key: z.string(),
    s3_key: z.string(),
    max_bytes: z.number().int(),
    expires_in: z.number().int(),
  })
  .meta({ id: "DocumentUpload" });

export const processBody = z
  .strictObject({
    document_uuid: z.uuid().toLowerCase().meta({
      description: "The UUID of the upload, or one of your own; a document that has it already gets its next version",
    }),
    object_store_key: optional(z.string().min(1).max(1024)).meta({
      description: "Any that your organization uploaded to and has not processed; without it the document is read anew",
    }),
    s3_key: optional(z.string().min(1).max(1024)).meta({ description: "Another name of object_store_key" }),
    source_url: optional(sourceUrl).meta({
      description: "An address that the document is read from, in place of an uploaded file",
    }),
    refresh_every_hours: optional(refreshHours).meta({
      description: "With source_url: how often the address is read again; without it, only when asked",
    }),
    scope: optional(z.enum(DOCUMENT_SCOPES)).meta({
      description: "Without it, as the document has it; `library` for a new one",
    }),
    folder_id: optional(idField).meta({ description: "For scope=channel" }),
    workflow_id: optional(idField).meta({ description: "For scope=agent" }),
    file_folder_id: optional(idField).meta({
      description:
        "A folder of your own to sort files by, which knowledge.list filters by; it changes nobody's reading",
    }),
    retrieval_mode: optional(z.enum(RETRIEVAL_MODES)).meta({
      description: "Without it, as the document has it; `chunked` for a new one",
    }),
    encoding: encodingField,
  })
  .meta({ description: "Where the uploaded file belongs and how it is read" });

export const documentParams = z.object({ document_uuid: z.uuid() });

export const documentChanges = z
  .strictObject({
    filename: optional(filename).meta({
      description: "The ending stays what it is, because it says how the file is read",
    }),
    scope: optional(z.enum(DOCUMENT_SCOPES)),
    folder_id: optional(idField).meta({ description: "For scope=channel" }),
    workflow_id: optional(idField).meta({ description: "For scope=agent" }),
    file_folder_id: idField.nullish().meta({ description: "Null: in none" }),
    retrieval_mode: optional(z.enum(RETRIEVAL_MODES)),
    custom_metadata: optional(jsonObjectInput),
    source_url: sourceUrl.nullish().meta({
      description: "Another address, which is read at once. Null: it is no longer read from an address",
    }),
    refresh_every_hours: refreshHours.nullish().meta({ description: "Null: the address is read only when asked" }),
    is_active: optional(z.boolean()).meta({ description: "False: from now on nobody reads it; true: they do again" }),
  })
  .meta({
    description: "What changes; readers follow at once, and no file is read again, unless the address is another one",
  });

export const documentsQuery = z.object({
  status: optional(z.enum([...DOCUMENT_STATES, ...STATUSES_THAT_ARE_NO_STATE])).meta({
    description: "A word of `state` or of `processing_status`",
  }),
  scope: optional(z.enum(DOCUMENT_SCOPES)),
  folder_id: optional(idParameter),
  workflow_id: optional(idParameter),
  file_folder_id: optional(idParameter).meta({ description: "Documents that were processed with it" }),
  q: optional(z.string().trim().min(1).max(255)),
  limit: limitOf(OTHER_PAGE_ROWS.documents),
  offset: withDefault(z.coerce.number().int().min(0).max(1_000_000), 0),
});

export const translateBody = z.strictObject({
  target_language: z
    .string()
    .trim()
    .min(2)
    .max(64)
    .regex(TARGET_LANGUAGE, "Must be the tag or name of a language")
    .meta({ description: "`de`, `pt-BR`, `German`" }),
  filename: optional(z.string().trim().min(1).max(200)).meta({
    description: "The filename of the translation, which is Markdown: the extension becomes `.md`",
  }),
});

const versionAnswer = z.object({
  version: z.number().int(),
  state: z.string(),
  file_size_bytes: z.number().int(),
  total_chunks: z.number().int(),
  page_count: z.number().int().nullable(),
  embedding_model: z.string().nullable(),
  error: z.string().nullable(),
  warnings: fileWarnings,
  current: z.boolean().meta({ description: "What readers get" }),
  uploaded_by: z.number().int().nullable(),
  uploaded_at: time,
  completed_at: time.nullable(),
});

const foundAnswer = z
  .object({
    title: z.string().nullable().meta({ description: "As the file says it; the first heading of Markdown" }),
    language: z.string().nullable().meta({ description: "The tag that the file says, such as `en-GB`" }),
    pages: z.number().int().nullable().meta({ description: "Pages of a PDF, slides of a presentation" }),
    tables: z.number().int(),
    tables_without_columns: z.number().int().meta({ description: "Their rows are read without names of columns" }),
    warnings: z.array(z.string()),
  })
  .partial()
  .meta({ description: "What was found in the file of the current version; empty before the first is ready" });

export const documentAnswer = z
  .object({
    id: z.number().int(),
    document_uuid: z.string(),
    filename: z.string(),
    file_size_bytes: z.number().int(),
    file_hash: z.string(),
    mime_type: z.string(),
    state: z.enum(DOCUMENT_STATES),
    state_detail: z.string().nullable(),
    processing_status: z.enum(PROCESSING_STATUSES),
    processing_error: z.string().nullable(),
    warnings: fileWarnings,
    total_chunks: z.number().int(),
    retrieval_mode: z.enum(RETRIEVAL_MODES),
    scope: z.enum(DOCUMENT_SCOPES),
    folder_id: z.number().int().nullable(),
    workflow_id: z.number().int().nullable(),
    file_folder_id: z.number().int().nullable(),
    version: z.number().int(),
    current_version: z.number().int().nullable(),
    versions: z.array(versionAnswer),
    needs_reingest: z.boolean(),
    translated_from: z.string().nullable(),
    target_language: z.string().nullable(),
    custom_metadata: jsonObject,
    docling_metadata: foundAnswer,
    source_url: z
      .string()
      .nullable()
      .meta({ description: "The address that it is read from. Null: its files are uploaded" }),
    refresh_every_hours: z.number().int().nullable(),
    refresh_at: nullableTime.meta({ description: "When the address is read next. Null: when somebody asks" }),
    organization_id: z.number().int(),
    created_by: z.number().int().nullable(),
    is_active: z.boolean().meta({ description: "False: switched off; nobody reads it until it is switched on" }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Document" });

export const documentsAnswer = z.object({
  documents: z.array(documentAnswer),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

export const deletedAnswer = z.object({ success: z.boolean(), message: z.string() });

export const usageAnswer = z
  .object({
    used_bytes: z.number().int(),
    limit_bytes: z.number().int(),
    document_count: z.number().int(),
    limit_documents: z.number().int(),
    chunk_count: z.number().int(),
    limit_chunks: z.number().int(),
    plan: z.string(),
  })
  .meta({ id: "KnowledgeUsage" });
