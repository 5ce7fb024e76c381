import { createDocumentUploadOperation } from "../../../api/documents/documents.operations.ts";
import type { ApiClient } from "../../harness/api-client.ts";

export interface UploadedFile {
  name: string;
  content: string | Buffer;
  mimeType?: string;
  settings?: object;
}

/** Asks for a signed form and sends the file with it; returns the answer that had the form. */
export const uploadFile = async (operator: ApiClient, { name, content, mimeType = "text/plain" }: UploadedFile) => {
  const body = { filename: name, mime_type: mimeType };
  const { body: signed } = await operator.call(createDocumentUploadOperation, { body });
  const answer = await postFile(signed, content);
  if (!answer.ok) throw new Error(`the store refused the file: ${answer.status} ${await answer.text()}`);
  return signed;
};

export const postFile = (
  { upload_url, fields }: { upload_url: string; fields: Record<string, string> },
  content: string | Buffer,
): Promise<Response> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([typeof content === "string" ? content : Uint8Array.from(content)]));
  return fetch(upload_url, { method: "POST", body: form });
};
