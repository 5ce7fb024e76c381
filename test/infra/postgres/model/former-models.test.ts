import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import type { KyselyPlugin } from "kysely";
import { readEmbeddingModels } from "../../../../application/model/read-embedding-models.ts";
import type { OrganizationTransaction } from "../../../../infra/postgres/database.ts";
import { deleteUnusedModels } from "../../../../infra/postgres/model/former-models.repository.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { testSecrets } from "../../../harness/test-secrets.ts";

const FORMER = "openai/former";
let test: TestDatabase;
let tenant: Tenant;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  tenant = await createTenant(test);
  const { organizationId: organization_id } = tenant;
  await test.everything
    .insertInto("model_configurations")
    .values({ organization_id, part: "embeddings", provider: "local", model: "lexical" })
    .execute();
  await test.everything
    .insertInto("former_embedding_models")
    .values({ organization_id, name: FORMER, provider: "openai", model: "former" })
    .execute();
});

const inOrganization = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
  test.database.inOrganization(tenant.organizationId, work);

/** A document with one passage that has a vector of the former model. */
const addDocument = async (state: "indexing" | "ready" | "failed") => {
  const { organizationId: organization_id } = tenant;
  const isReady = state === "ready";
  const { id: document_id } = await test.everything
    .insertInto("documents")
    .values({
      organization_id,
      document_uuid: randomUUID(),
      filename: "a.txt",
      mime_type: "text/plain",
      current_version: isReady ? 1 : null,
      needs_reingest: isReady,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const version = { organization_id, document_id, version: 1, object_key: "a file", file_size_bytes: 1, state };
  const { id: version_id } = await test.everything
    .insertInto("document_versions")
    .values({ ...version, embedding_model: isReady ? FORMER : null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const passage = { chunk_index: 0, part: 0, text: "A text.", context: "", token_count: 1, embedding_model: FORMER };
  await test.everything
    .insertInto("document_passages")
    .values({ organization_id, document_id, version_id, ...passage })
    .execute();
};

/** Returns the number and the text of the statements with which the models were read. */
const readCounted = async () => {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { former } = await inOrganization((tx) =>
    readEmbeddingModels(tx.withPlugin(counting), {
      organizationId: tenant.organizationId,
      secrets: testSecrets,
      defaultEmbeddings: null,
    }),
  );
  return { statements, former: former.map(({ name }) => name) };
};

it.each([
  ["ready", 0],
  ["indexing", 0],
  ["failed", 1],
] as const)("of documents that are %s, so many former models are forgotten: %i", async (state, forgotten) => {
  await addDocument(state);
  expect(await inOrganization(deleteUnusedModels)).toBe(forgotten);
});

it("are looked for only where documents wait for new vectors", async () => {
  expect(await readCounted()).toEqual({ statements: 1, former: [] });
  await addDocument("indexing");
  expect(await readCounted()).toEqual({ statements: 1, former: [] });
  await addDocument("ready");
  await addDocument("ready");
  expect(await readCounted()).toEqual({ statements: 2, former: [FORMER] });
});
