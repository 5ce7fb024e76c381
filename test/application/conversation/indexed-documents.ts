import { randomUUID } from "node:crypto";
import type { Block } from "../../../domain/document/blocks.ts";
import { cutIntoPassages } from "../../../domain/document/cut-passages.ts";
import type { RetrievalMode } from "../../../domain/document/retrieval-mode.rules.ts";
import { createLocalEmbedder } from "../../../infra/models/local.embedder.ts";
import type { PassageIndex, PassageScope } from "../../../infra/passage-index/passage-index.ts";
import { writePassages } from "../../../infra/postgres/document/passage.repository.ts";
import { writeModelConfiguration } from "../../../infra/postgres/model/model-configuration.repository.ts";
import type { Tenant } from "../../factories/tenant.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import type { TestDatabase } from "../../harness/test-database.ts";

/** Stores documents of an organization, as their workflow leaves them. */
export interface Library {
  test: TestDatabase;
  tenant: Tenant;
  index: PassageIndex;
}

export const useLocalEmbedder = ({ test, tenant: { organizationId } }: Library): Promise<void> =>
  test.database.inOrganization(organizationId, (tx) =>
    writeModelConfiguration(
      tx,
      { organizationId, part: "embeddings" },
      { provider: "local", model: "lexical", base_url: null, settings: {}, api_key_sealed: null, updated_by: null },
    ),
  );

/** A library document that is ready; returns its UUID. */
export const addDocument = async (
  { test, tenant: { organizationId: organization_id }, index }: Library,
  {
    filename,
    blocks,
    retrievalMode,
    scope = { kind: "library" },
  }: { filename: string; blocks: Block[]; retrievalMode?: RetrievalMode; scope?: PassageScope },
): Promise<string> => {
  const document_uuid = randomUUID();
  const embedder = createLocalEmbedder();
  const part = { headings: [], columns: null, blocks };
  const { id: document_id } = await test.everything
    .insertInto("documents")
    .values({
      organization_id,
      document_uuid,
      filename,
      mime_type: "text/plain",
      state: "ready",
      current_version: 1,
      ...(retrievalMode && { retrieval_mode: retrievalMode }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const version = await test.everything
    .insertInto("document_versions")
    .values({ organization_id, document_id, version: 1, object_key: document_uuid, file_size_bytes: 8, state: "ready" })
    .returningAll()
    .executeTakeFirstOrThrow();
  await test.everything
    .insertInto("document_parts")
    .values({ organization_id, version_id: version.id, ordinal: 0, content: part })
    .execute();
  await test.database.inOrganization(organization_id, (tx) =>
    writePassages(tx, version, { first: 0, passages: [cutIntoPassages(part)], model: null }),
  );
  const rows = await test.everything
    .selectFrom("document_passages")
    .select(["id", "chunk_index", "text", "context"])
    .where("version_id", "=", version.id)
    .execute();
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const vectors = await embedder.embed(
    rows.map(({ text }) => text),
    { signal },
  );
  const edition = { documentUuid: document_uuid, version: 1, model: embedder.name };
  await index.put(
    organization_id,
    rows.flatMap(({ id, chunk_index: ordinal, text, context }, at) => {
      const vector = vectors[at];
      return vector ? [{ ...edition, id: String(id), ordinal, text, context, scope, vector }] : [];
    }),
  );
  await index.makeCurrent(organization_id, edition);
  return document_uuid;
};
