import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { signUpOperation } from "../../../api/auth/auth.operations.ts";
import { processDocumentOperation } from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { chooseMimeType, findDocumentType } from "../../../domain/document/document-type.ts";
import type { RunningStack } from "../../../infra/local/stack.ts";
import { uploadFile } from "../../api/documents/upload-file.ts";
import { type ApiClient, createApiClient } from "../../harness/api-client.ts";

const POLL_EVERY_MS = 100;
const REQUESTS_AT_ONCE = 4;
/** An organization may have so many files that are uploaded and not yet processed. */
const UPLOADS_OF_AN_ORGANIZATION = 50;

/** As many organizations as the files need, each with the built-in embedder. */
export interface ReadingOrganizations {
  /**
   * Uploads files, has them processed, and returns the seconds from the first request for it until the last document
   * can be searched, and how many passages there are. Throws unless every one can.
   */
  processFiles(files: readonly string[]): Promise<{ seconds: number; passages: number }>;
  close(): Promise<void>;
}

export const openReadingOrganizations = async (stack: RunningStack): Promise<ReadingOrganizations> => {
  const clients: ApiClient[] = [];
  const database = new Client({ connectionString: stack.environment["DATABASE_MIGRATIONS_URL"] });
  await database.connect();
  return {
    processFiles: async (files) => {
      while (clients.length * UPLOADS_OF_AN_ORGANIZATION < files.length) clients.push(await signUp(stack));
      const uploaded = await inParallel(files, (file, index) => upload(clients[index % clients.length], file));
      const startedAt = performance.now();
      await inParallel(uploaded, ({ client, document }) => client.call(processDocumentOperation, { body: document }));
      const uuids = uploaded.map(({ document }) => document.document_uuid);
      const passages = await untilReady(database, uuids);
      return { seconds: (performance.now() - startedAt) / 1000, passages };
    },
    close: () => database.end(),
  };
};

const signUp = async ({ addresses }: RunningStack): Promise<ApiClient> => {
  const { body } = await createApiClient(addresses.api).call(signUpOperation, {
    body: { email: `${crypto.randomUUID()}@example.com`, password: "a long enough password" },
  });
  const client = createApiClient(addresses.api, { token: body.token });
  await client.call(setModelsOperation, { body: { embeddings: { provider: "local", model: "lexical" } } });
  return client;
};

const upload = async (client: ApiClient | undefined, file: string) => {
  if (!client) throw new Error("there is no organization to upload to");
  const type = findDocumentType(file) ?? "txt";
  const name = basename(file);
  const { document_uuid, object_store_key } = await uploadFile(client, {
    name,
    mimeType: chooseMimeType(type),
    content: readFileSync(file),
  });
  return { client, document: { document_uuid, object_store_key } };
};

const inParallel = async <T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const workOff = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1], next[0]);
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
