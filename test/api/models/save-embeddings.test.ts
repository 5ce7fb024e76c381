import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { getModelsOperation, updateModelsOperation } from "../../../api/models/models.operations.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const KEY = "sk-planted-key-4711";
let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let server: Server;
let baseUrl: string;
/** The keys of the requests that came. */
const keys: (string | undefined)[] = [];
let answer: { status: number; body: object };

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  tenant = await createTenant(test);
  server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
  await test.drop();
});

const admin = () => api.client(tenant.admin);
const bodyWith = (fields: object = {}) => ({
  body: { embeddings: { provider: "openai", model: "a-model", api_key: KEY, base_url: baseUrl, ...fields } },
});
const save = (fields: object = {}) => admin().call(updateModelsOperation, bodyWith(fields));
const saved = async () => (await admin().call(getModelsOperation)).body.embeddings;
const vectorOf = (dimensions: number) => ({ data: [{ embedding: Array.from({ length: dimensions }, () => 1) }] });

it.each([
  ["api_key", 401, { error: { message: `No such key: ${KEY}` } }, "No such key: …"],
  ["model", 422, { detail: [{ loc: ["body", "model"], msg: "unknown model" }] }, "model: unknown model"],
  ["base_url", 404, { error: "page not found" }, "page not found"],
  ["model", 200, vectorOf(768), "768 dimensions; 1536 are needed"],
])("a model that gives no vector is refused at %s (%i), in its server's words", async (field, status, body, words) => {
  answer = { status, body };
  const refused = await admin().refused(updateModelsOperation, bodyWith());
  expect(refused).toMatchObject({
    status: 422,
    detail: [{ loc: ["body", "embeddings", field], msg: expect.stringContaining(words) }],
  });
  expect(JSON.stringify(refused.detail)).not.toContain(KEY);
  expect(await saved()).toBeNull();
});

it("a model that gives one is saved with a key that lost what nobody sees, and asked no more for the same", async () => {
  answer = { status: 200, body: vectorOf(1536) };
  keys.length = 0;
  await save({ api_key: `\ufeff${KEY}\u200b\n` });
  expect(keys).toEqual([`Bearer ${KEY}`]);
  expect(await saved()).toMatchObject({ api_key: "****4711" });
  await save({ api_key: "****4711" });
  expect(keys).toHaveLength(1);
});

it("a model whose server is away is saved: it may be back when documents are read", async () => {
  answer = { status: 503, body: {} };
  await save({ model: "another-model" });
  expect(await saved()).toMatchObject({ model: "another-model" });
});
