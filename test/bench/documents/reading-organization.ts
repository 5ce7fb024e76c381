import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { signUpOperation } from "../../../api/auth/auth.operations.ts";
import { processDocumentOperation } from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { documentTypeOf, mimeTypeOf } from "../../../domain/document/document-type.ts";
import type { RunningStack } from "../../../infra/local/stack.ts";
import { uploadFile } from "../../api/documents/upload-file.ts";
import { type ApiClient, createApiClient } from "../../harness/api-client.ts";

const POLL_EVERY_MS = 100;
const REQUESTS_AT_ONCE = 4;

export interface ReadingOrganization {
  /**
   * Uploads files, has them processed, and gives the seconds from the first request for it until the last document can be
   * searched, and how many passages there are. Throws unless every one can.
   */
  processFiles(files: readonly string[]): Promise<{ seconds: number; passages: number }>;
  close(): Promise<void>;
}

/** With the built-in embedder. */
export const openReadingOrganization = async ({
  addresses,
  environment,
}: RunningStack): Promise<ReadingOrganization> => {
  const { body } = await createApiClient(addresses.api).call(signUpOperation, {
    body: { email: `${crypto.randomUUID()}@example.com`, password: "a long enough password" },
  });
  const client = createApiClient(addresses.api, { token: body.token });
  await client.call(setModelsOperation, { body: { embeddings: { provider: "local", model: "lexical" } } });
  const database = new Client({ connectionString: environment["DATABASE_MIGRATIONS_URL"] });
  await database.connect();
  return {
    processFiles: async (files) => {
      const uploaded = await inParallel(files, (file) => upload(client, file));
      const startedAt = performance.now();
      await inParallel(uploaded, (document) => client.call(processDocumentOperation, { body: document }));
      const uuids = uploaded.map(({ document_uuid }) => document_uuid);
      const passages = await untilReady(database, uuids);
      return { seconds: (performance.now() - startedAt) / 1000, passages };
    },
    close: () => database.end(),
  };
};

const upload = async (client: ApiClient, file: string) => {
  const type = documentTypeOf(file) ?? "txt";
  const name = basename(file);
  const { document_uuid, object_store_key } = await uploadFile(client, {
    name,
    mimeType: mimeTypeOf(type),
    content: readFileSync(file),
  });
  return { document_uuid, object_store_key };
};

const inParallel = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const workOff = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, workOff));
  return results;
};

const untilReady = async (database: Client, uuids: readonly string[]): Promise<number> => {
  for (;;) {
    const { rows } = await database.query<{ ready: number; other: string | null; passages: number }>(
      `select count(*) filter (where d.state = 'ready')::int as ready, sum(v.chunk_count)::int as passages,
         min(d.filename || ': ' || d.state || ' ' || coalesce(d.processing_error, ''))
           filter (where d.state not in ('queued', 'indexing', 'ready')) as other
       from documents d join document_versions v on v.document_id = d.id where d.document_uuid = any($1)`,
      [uuids],
    );
    const [counted] = rows;
    if (counted?.other) throw new Error(`a document was not processed: ${counted.other}`);
    if (counted?.ready === uuids.length) return counted.passages;
    await delay(POLL_EVERY_MS);
  }
};
