import { setTimeout as delay } from "node:timers/promises";
import { type DemoClient, type Json, readNumber, readObject, readText } from "./demo-client.ts";

interface FileToImport {
  /** The name of the new list. */
  list: string;
  name: string;
  file: Buffer;
}

/**
 * Reads a CSV file into a new list as an integrator would, through a signed URL; returns the import once it has ended.
 */
export const importFile = async (
  client: DemoClient,
  { list, name, file }: FileToImport,
): Promise<{ listId: number; imported: Json }> => {
  const listId = readNumber(await client.post("/contact-lists", { name: list }), "id");
  const upload = await client.post("/object-store/presigned-upload-url", {
    file_name: name,
    file_size: file.length,
    content_type: "text/csv",
  });
  const stored = await fetch(readText(upload, "upload_url"), {
    method: "PUT",
    headers: headersOf(upload),
    body: new Uint8Array(file),
  });
  if (!stored.ok) throw new Error(`the object store refused the upload: ${stored.status} ${await stored.text()}`);
  const started = await client.post(`/contact-lists/${listId}/import`, {
    object_store_key: readText(upload, "object_store_key"),
  });
  const imported = await importEnd(client, `/contact-lists/${listId}/imports/${readNumber(started, "import_id")}`);
  return { listId, imported };
};

const headersOf = (upload: Json): Record<string, string> =>
  Object.fromEntries(Object.entries(readObject(upload, "headers")).map(([name, value]) => [name, String(value)]));

const importEnd = async (client: DemoClient, path: string): Promise<Json> => {
  for (;;) {
    const state = await client.get(path);
    if (state["status"] === "failed") throw new Error(`the import failed: ${readText(state, "error")}`);
    if (state["status"] === "completed") return state;
    await delay(100);
  }
};
