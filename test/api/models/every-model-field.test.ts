import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { MODEL_PARTS, modelsBody } from "../../../api/models/models.schemas.ts";
import { readModelChoice } from "../../../application/model/model-choice.ts";
import { readSpeechModels } from "../../../application/model/read-speech-models.ts";
import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import { EMBEDDING_DIMENSIONS } from "../../../domain/model/embedder.ts";
import { openEmbedder } from "../../../infra/models/open-embedder.ts";
import { openModel } from "../../../infra/models/open-model.ts";
import { openRecognition, openVoice } from "../../../infra/models/open-speech.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { collect } from "../../harness/collect.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

/**
 * Walks every field of an organization's models, from the schema itself: with another value another request reaches the
 * provider, another answer the person, or setting it is refused. A field that is added and that nothing reads is red here.
 */
type Part = (typeof MODEL_PARTS)[number];
type Fields = Record<string, unknown>;

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let provider: HttpReceiver;

/** Nobody asks it: models for speech are refused where no conversation can have audio. */
const LIVEKIT = { LIVEKIT_URL: "http://127.0.0.1:9", LIVEKIT_API_KEY: "test", LIVEKIT_API_SECRET: "s".repeat(32) };

beforeAll(async () => {
  [test, provider] = await Promise.all([createTestDatabase(), startHttpReceiver()]);
  const { answer } = provider;
  const embedding = Array.from({ length: EMBEDDING_DIMENSIONS }, () => 1);
  provider.answer = (request, response) =>
    request.url.endsWith("/embeddings")
      ? respond(response, 200, { data: [{ index: 0, embedding }] })
      : answer(request, response);
  api = await startTestApi(test, { environment: LIVEKIT });
  tenant = await createTenant(test);
});
afterAll(async () => {
  await api.close();
  await provider.close();
  await test.drop();
});

/** Asks the part's model for something, as a call does. Its answer does not matter; the request does. */
const ask = async (part: Part): Promise<unknown> => {
  const { guardedRequests, secrets } = api.dependencies;
  const { organizationId } = tenant;
  const { fetch } = guardedRequests;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const choiceOf = (named: Part) =>
    test.database.inOrganization(organizationId, (tx) => readModelChoice(tx, { organizationId, part: named, secrets }));
  if (part === "embeddings") {
    return openEmbedder(await choiceOf(part), guardedRequests)?.embed(["open"], { signal });
  }
  if (part === "llm") {
    const stepView = { node: { name: "Trial", prompt: "Talk.", isEnd: false }, edges: [], tools: [] };
    const messages = [{ role: "person" as const, text: "When do you open?" }];
    const request = { system: "Talk.", messages, functions: [], stepView, signal };
    return collect(openModel(await choiceOf(part), guardedRequests).reply(request));
  }
  const settings = readAgentSettings({});
  const models = await test.database.inOrganization(organizationId, (tx) =>
    readSpeechModels(tx, { organizationId, settings, secrets }),
  );
  if (models === null) throw new Error("the models for speech are not set");
  if (part === "tts") {
    const voice = { voiceId: "alloy", speed: 1 };
    return collect(openVoice(models.tts, { voice, language: () => "en-US", fetch })("Hello.", signal));
  }
  const recognize = openRecognition(models.stt, { fetch });
  return recognize({ samples: new Int16Array(160), sampleRate: 16_000, language: "en-US" });
};

const observe = async (part: Part, fields: Fields): Promise<unknown> => {
  provider.requests.length = 0;
  const speech = openai();
  const others = part === "tts" ? { stt: speech } : part === "stt" ? { tts: speech } : {};
  const response = await api.client(tenant.admin).fetch("/api/v1/organizations/model-configurations/v2", {
    method: setModelsOperation.method.toUpperCase(),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...others, [part]: fields }),
  });
  const answer: unknown = await response.json();
  if (response.status !== 200) return { refused: answer };
  // The trial of what is saved.
  provider.requests.length = 0;
  const answered = await ask(part).catch(() => "nothing");
  const asked = provider.requests.map(({ url, headers, body }) => ({
    url,
    key: headers.authorization,
    model: /"?model"?[^\w]+([\w-]+)/.exec(body)?.[1],
  }));
  return { asked, answered };
};

const openai = (own: Fields = {}): Fields => ({
  provider: "openai",
  model: "alpha",
  api_key: "key-alpha",
  base_url: `${provider.url}/alpha/v1`,
  ...own,
});
const local = (own: Fields = {}): Fields => ({ provider: "local", model: "scripted", ...own });
const scripted = (say: string): Fields => local({ script: [{ when: "open", say }] });

/** Two values of each field. */
const VALUES: Readonly<Record<string, (part: Part) => [Fields, Fields]>> = {
  provider: (part) => [openai(), part === "tts" || part === "stt" ? openai({ provider: "deepgram" }) : local()],
  model: () => [openai(), openai({ model: "beta" })],
  api_key: () => [openai(), openai({ api_key: "key-beta" })],
  base_url: () => [openai(), openai({ base_url: `${provider.url}/beta/v1` })],
  script: (part) => (part === "llm" ? [scripted("At eight."), scripted("At nine.")] : [openai(), scripted("At nine.")]),
};

const fieldsOf = (part: Part): string[] => {
  interface Schema {
    anyOf?: Schema[];
    properties?: Record<string, Schema>;
  }
  const schema: Schema = JSON.parse(JSON.stringify(z.toJSONSchema(modelsBody, { io: "input" })));
  const described = schema.properties?.[part] ?? {};
  const object = [described, ...(described.anyOf ?? [])].find(({ properties }) => properties);
  return Object.keys(object?.properties ?? {});
};

it("every part and every field is walked", () => {
  expect(MODEL_PARTS.map((part) => fieldsOf(part).sort())).toEqual(MODEL_PARTS.map(() => Object.keys(VALUES).sort()));
});

describe.each(MODEL_PARTS)("the model for %s", (part) => {
  it.each(Object.keys(VALUES))("%s changes what is asked or answered, or is refused", async (field) => {
    const [first, second] = VALUES[field]?.(part) ?? [];
    const one = await observe(part, first ?? {});
    expect(one).not.toHaveProperty("refused");
    expect(await observe(part, second ?? {})).not.toEqual(one);
  });

  it("is seen alike where nothing differs", async () => {
    const one = await observe(part, openai());
    expect(one).toMatchObject({ asked: [{ model: "alpha", key: "Bearer key-alpha" }] });
    expect(await observe(part, openai())).toEqual(one);
  });
});

describe("what a provider would not read is refused", () => {
  const refusalOf = async (part: Part, fields: Fields) => JSON.stringify(await observe(part, fields));

  it.each(["llm", "embeddings"] as const)(
    "of %s: a script, an address or a key, and a stranger's address",
    async (part) => {
      const script = [{ when: "", say: "Hello." }];
      expect(await refusalOf(part, openai({ script }))).toContain("Only the llm of local follows a script");
      expect(await refusalOf(part, local({ base_url: provider.url }))).toContain("not reached over an address");
      expect(await refusalOf(part, local({ api_key: "a key" }))).toContain("needs no key");
      const stranger = { provider: "anthropic", model: "m", api_key: "a key" };
      expect(await refusalOf(part, stranger)).toContain("the base_url at which anthropic speaks OpenAI's protocol");
      expect(await observe(part, { ...stranger, base_url: `${provider.url}/v1` })).toHaveProperty("asked");
    },
  );

  it.each(["tts", "stt"] as const)(
    "of %s: who has no protocol here, and a provider without key or address",
    async (part) => {
      const polly = { provider: "polly", model: "m", api_key: "a key", base_url: `${provider.url}/v1` };
      expect(await refusalOf(part, polly)).toContain(
        "made and heard by openai, deepgram, elevenlabs, cartesia, azure and local",
      );
      const azure = { provider: "azure", model: "conversation", api_key: "a key" };
      expect(await refusalOf(part, azure)).toContain("azure has an address in each region");
      expect(await observe(part, { ...azure, base_url: provider.url })).toHaveProperty("asked");
      expect(await refusalOf(part, { provider: "deepgram", model: "m" })).toContain("deepgram needs an API key");
    },
  );

  it("models for speech where no conversation has audio, unless they were there before", async () => {
    const silent = await startTestApi(test);
    const other = await createTenant(test);
    const admin = silent.client(other.admin);
    const set = { provider: "openai", model: "alpha", base_url: `${provider.url}/v1` };
    const refusal = await admin.refused(setModelsOperation, { body: { tts: set } });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["body", "tts"] }] });
    expect(JSON.stringify(refusal.detail)).toContain("has set neither LIVEKIT_URL nor LOCAL_SPEECH");
    await api.client(other.admin).call(setModelsOperation, { body: { tts: set } });
    const changed = await admin.call(setModelsOperation, {
      body: { tts: set, llm: { provider: "local", model: "m" } },
    });
    expect(changed.body).toMatchObject({ tts: { model: "alpha" }, llm: { provider: "local" } });
    await silent.close();
  });
});
