import { type FollowOptions, follow } from "./follow.ts";
import type { KnowledgeArea } from "./generated/areas.ts";
import type { Answer, Input } from "./inputs.ts";
import type { Settings } from "./settings.ts";
import { type NamedFile, nameAndBlob, sendFile } from "./upload.ts";

type Document = Answer<"GET /knowledge-base/documents/{document_uuid}">;
type ProcessBody = Input<"POST /knowledge-base/process-document">;

/** Who reads the document and how, as `knowledge.process` takes it, and how it is followed. */
export type UploadOptions = Partial<Omit<ProcessBody, "object_store_key" | "s3_key" | "source_url">> &
  FollowOptions<Document>;

/** What the client adds to the operations of documents. */
export interface DocumentFiles {
  /**
   * Uploads a document, has it processed and returns it when agents can read it. With the `document_uuid` of a document the file
   * is its next version. Throws a ProcessingFailedError where it could not be read.
   */
  upload(file: NamedFile, options?: UploadOptions): Promise<Document>;
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  html: "text/html",
  md: "text/markdown",
  txt: "text/plain",
  csv: "text/csv",
  json: "application/json",
};

export const createDocumentFiles = (knowledge: KnowledgeArea, settings: Settings): DocumentFiles => ({
  upload: async (file, { onProgress, signal, ...body } = {}) => {
    const call = signal ? { signal } : {};
    const { name, blob } = nameAndBlob(file, TYPES);
    const { document_uuid: ofCaller } = body;
    const upload = await knowledge.uploadUrl(
      { filename: name, mime_type: blob.type, file_size: blob.size, ...(ofCaller && { document_uuid: ofCaller }) },
      call,
    );
    const form = new FormData();
    for (const [field, value] of Object.entries(upload.fields)) form.set(field, value);
    // The store reads only the fields before the file.
    form.set("file", blob);
    await sendFile(
      { url: upload.upload_url, method: "POST", headers: upload.headers, body: form },
      { settings, signal },
    );
    const { document_uuid, object_store_key } = upload;
    await knowledge.process({ ...body, document_uuid, object_store_key }, call);
    return follow(() => knowledge.get({ document_uuid }, call), {
      isOver: ({ processing_status: status }) => status === "completed" || status === "failed",
      failureOf: (document) =>
        document.processing_status === "failed"
          ? (document.processing_error ?? "The document could not be read")
          : null,
      onProgress,
      signal,
    });
  },
});
