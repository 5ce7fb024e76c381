import { callApi } from "../api/client.ts";
import { words } from "../words/words.ts";

const TYPES: Record<string, string> = {
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

/** Uploads a document into the object store and has it processed, for every agent of the organization. */
export const uploadDocument = async (file: File): Promise<void> => {
  const type = TYPES[file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase()] ?? file.type;
  const upload = await callApi("POST /knowledge-base/upload-url", { body: { filename: file.name, mime_type: type } });
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
  // The store reads only the fields before the file.
  form.set("file", file);
  const stored = await fetch(upload.upload_url, { method: upload.method, body: form }).catch(() => null);
  if (!stored?.ok) throw new Error(words.shell.answered(stored?.status ?? 0));
  await callApi("POST /knowledge-base/process-document", {
    body: { document_uuid: upload.document_uuid, object_store_key: upload.object_store_key, scope: "org" },
  });
};

/** Has a document read from an address, for every agent of the organization. */
export const readFromAddress = (source_url: string, refreshEveryHours: number | null): Promise<unknown> =>
  callApi("POST /knowledge-base/process-document", {
    body: {
      document_uuid: crypto.randomUUID(),
      source_url,
      scope: "org",
      ...(refreshEveryHours !== null && { refresh_every_hours: refreshEveryHours }),
    },
  });
