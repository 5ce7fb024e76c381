import { openAsBlob, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { signUpOperation } from "../../api/auth/auth.operations.ts";
import {
  createContactListOperation,
  createUploadUrlOperation,
  getContactImportOperation,
  importContactsOperation,
} from "../../api/contacts/contacts.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { type ApiClient, createApiClient } from "../harness/api-client.ts";

const POLL_EVERY_MS = 50;

export interface ImportingOrganization {
  organizationId: number;
  /**
   * Uploads a file to a signed URL and imports it into a list of its own; returns the seconds from the request for the
   * import until it is answered as completed. Throws unless every row was taken.
   */
  importFile(path: string, rows: number): Promise<number>;
}

export const openImportingOrganization = async ({ addresses }: RunningStack): Promise<ImportingOrganization> => {
  const { body } = await createApiClient(addresses.api).call(signUpOperation, {
    body: { email: `${crypto.randomUUID()}@example.com`, password: "a long enough password" },
  });
  const client = createApiClient(addresses.api, { token: body.token });
  return {
    organizationId: body.user.organization_id,
    importFile: async (path, rows) => {
      const objectStoreKey = await upload(client, path);
      const list = await client.call(createContactListOperation, { body: { name: "Everybody" } });
      const params = { contact_list_id: list.body.id };
      const startedAt = performance.now();
      const started = await client.call(importContactsOperation, {
        params,
        body: { object_store_key: objectStoreKey },
      });
      await untilImported(client, { ...params, import_id: started.body.import_id }, rows);
      return (performance.now() - startedAt) / 1000;
    },
  };
};

const upload = async (client: ApiClient, path: string): Promise<string> => {
  const { body } = await client.call(createUploadUrlOperation, {
    body: { file_name: "everybody.csv", file_size: statSync(path).size, content_type: "text/csv" },
  });
  const { ok, status } = await fetch(body.upload_url, {
    method: "PUT",
    body: await openAsBlob(path),
    headers: body.headers,
  });
  if (!ok) throw new Error(`the object store refused the file: ${status}`);
  return body.object_store_key;
};

const untilImported = async (
  client: ApiClient,
  params: { contact_list_id: number; import_id: number },
  rows: number,
): Promise<void> => {
  for (;;) {
    const { body } = await client.call(getContactImportOperation, { params });
    if (body.status === "completed" && body.imported === rows) return;
    if (body.status === "completed" || body.status === "failed")
      throw new Error(`the import ended otherwise than expected: ${JSON.stringify(body)}`);
    await delay(POLL_EVERY_MS);
  }
};
