import { expect, it } from "@jest/globals";
import {
  getModelsOperation,
  setModelsOperation,
  updateModelsOperation,
} from "../../../api/models/models.operations.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { api, tenant } = await useTenantApi();

const admin = () => api.client({ token: tenant.admin.token });
const read = async () => (await admin().call(getModelsOperation)).body;

const LLM = { provider: "openai", model: "gpt-5-mini", api_key: "sk-planted-key-4711" };
const EMBEDDINGS = { provider: "local", model: "lexical" };

it("one model is changed, the others stay with their keys, and null removes one", async () => {
  await admin().call(setModelsOperation, { body: { llm: LLM } });
  await admin().call(updateModelsOperation, { body: { embeddings: EMBEDDINGS } });
  const both = await read();
  expect(both).toMatchObject({ llm: { model: "gpt-5-mini", api_key: "****4711" }, embeddings: EMBEDDINGS });
  await admin().call(updateModelsOperation, { body: { llm: null } });
  expect(await read()).toEqual({ ...both, llm: null });
});

it("two people who change two models at once keep both", async () => {
  await admin().call(setModelsOperation, { body: {} });
  await Promise.all([
    admin().call(updateModelsOperation, { body: { llm: LLM } }),
    admin().call(updateModelsOperation, { body: { embeddings: EMBEDDINGS } }),
  ]);
  expect(await read()).toMatchObject({ llm: { model: "gpt-5-mini" }, embeddings: EMBEDDINGS });
});
