import { callApi } from "../api/client.ts";
import { words } from "../words/words.ts";

const TYPES: Record<string, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Uploads a contact file into the object store and returns its key. */
export const uploadContactFile = async (file: File): Promise<string> => {
  const contentType = TYPES[file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase()] ?? file.type;
  const upload = await callApi("POST /object-store/presigned-upload-url", {
    body: { file_name: file.name, file_size: file.size, content_type: contentType },
  });
  const stored = await fetch(upload.upload_url, {
    method: upload.method,
    headers: { "content-type": contentType, ...upload.headers },
    body: file,
  }).catch(() => null);
  if (!stored?.ok) throw new Error(words.shell.answered(stored?.status ?? 0));
  return upload.object_store_key;
};
