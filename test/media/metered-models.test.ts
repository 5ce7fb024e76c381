import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { presentRun } from "../../api/calls/runs.presenter.ts";
import { settleModelUsage } from "../../application/model/settle-model-usage.ts";
import { createGuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../infra/guarded-request/outbound-policy.ts";
import { createLogger } from "../../infra/logger.ts";
import { createPriceTable } from "../../infra/telephony/price-table.ts";
import { createSentenceRecognition } from "../../media/hearing/sentence-recognition.ts";
import { type MeteredModels, openMeteredModels } from "../../media/metered-models.ts";
import { createAgentRows } from "../factories/agents.ts";
import { createRunRow } from "../factories/calls.ts";
import { createTenant } from "../factories/tenant.ts";
import { collect } from "../harness/collect.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../harness/http-receiver.ts";
import { type ListeningServer, startListeningServer } from "../harness/listening-server.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { waitUntil } from "../harness/wait-until.ts";

const prices = createPriceTable(
  {},
  {
    "openai/a-voice": { currency: "USD", characters_per_million_minor: 1_000_000 },
    "openai/an-ear": { currency: "USD", sound_per_minute_minor: 60 },
    "deepgram/an-ear": { currency: "USD", sound_per_minute_minor: 60 },
    "openai/a-model": { currency: "USD", prompt_per_million_minor: 10_000, completion_per_million_minor: 0 },
  },
);
/** Two seconds, as the provider sends them. */
const SOUND = Buffer.alloc(2 * 2 * 24_000);
const heard = { samples: new Int16Array(3 * 16_000), sampleRate: 16_000, language: "en-US" };

let test: TestDatabase;
let provider: HttpReceiver;
let organizationId: number;
let run: Awaited<ReturnType<typeof createRunRow>>;
let models: MeteredModels;
let timesUsedUp: number;

beforeAll(async () => {
  [test, provider] = await Promise.all([createTestDatabase(), startHttpReceiver()]);
  provider.answer = ({ url }, response) => {
    if (url.endsWith("/speech")) response.writeHead(200, { "content-type": "audio/pcm" }).end(SOUND);
    else respond(response, 200, { text: "Hello?" });
  };
});
beforeEach(async () => {
  const tenant = await createTenant(test);
  ({ organizationId } = tenant);
  const agent = { organizationId, ...(await createAgentRows(test, tenant)) };
  run = await createRunRow(test, agent, { mode: "smallwebrtc", state: "in_progress" });
  models = openModels();
  timesUsedUp = 0;
});
afterAll(async () => {
  await provider.close();
  await test.drop();
});

const openModels = ({ isSpeechReserved = false, hearing = {} } = {}) => {
  const choice = { provider: "openai", baseUrl: `${provider.url}/v1`, apiKey: null, script: [] };
  return openMeteredModels(
    {
      database: test.database,
      guardedRequests: createGuardedRequests(readOutboundPolicy("127.0.0.1")),
      logger: createLogger("media", { level: "silent", secrets: [] }),
      prices,
    },
    {
      models: { tts: { ...choice, model: "a-voice" }, stt: { ...choice, model: "an-ear", ...hearing } },
      voice: { voiceId: "alloy", speed: 1 },
      language: () => "en-US",
      run: { id: run.id, organization_id: organizationId, isSpeechReserved },
    },
    () => {
      timesUsedUp += 1;
    },
  );
};
const say = (text: string) => collect(models.speak(text, new AbortController().signal));
const conclude = async () => {
  await test.everything
    .insertInto("conversations")
    .values({ run_id: run.id, organization_id: organizationId, driver: "relay", concluded_at: new Date() })
    .execute();
  await test.database.inOrganization(organizationId, (tx) => settleModelUsage(tx, run.id, { prices }));
};
const presented = async () => {
  const row = await test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("id", "=", run.id)
    .executeTakeFirstOrThrow();
  return presentRun(row);
};

describe("the models that a conversation with audio speaks and hears with", () => {
  it("are counted, priced, and part of its cost beside the language model", async () => {
    await say("Good morning.");
    await say("Bye.");
    expect(await models.recognize(heard)).toBe("Hello?");
    await test.everything
      .insertInto("model_requests")
      .values({
        organization_id: organizationId,
        run_id: run.id,
        model: "openai/a-model",
        prompt_tokens: 500,
        completion_tokens: 5,
        estimated: false,
      })
      .execute();
    await models.settle();
    expect((await presented()).usage).toMatchObject({ llm: null, stt: null, tts: null });
    await conclude();
    const tokens = { requests: 1, prompt_tokens: 500, completion_tokens: 5, estimated: false };
    expect(await presented()).toMatchObject({ cost_minor: 17 + 3 + 5, currency: "USD" });
    expect((await presented()).usage).toEqual({
      llm: { ...tokens, cost_minor: 5, currency: "USD" },
      tts: { requests: 2, characters: 17, seconds: 4, cost_minor: 17, currency: "USD" },
      stt: { requests: 1, seconds: 3, cost_minor: 3, currency: "USD" },
      carrier: null,
    });
  });

  it("cost what they did also when the conversation was concluded before, however often it is settled", async () => {
    await say("Bye.");
    await conclude();
    await say("Goodbye.");
    await models.settle();
    await models.settle();
    expect(await presented()).toMatchObject({ cost_minor: 12, usage: { llm: null, tts: { requests: 2 } } });
    await models.recognize(heard);
    await waitUntil("what was recognized last is in the cost", async () => (await presented()).cost_minor === 15);
  });

  it("may hear a sentence in its pauses too, and each time counts", async () => {
    const { recognize, mayRecognizeInPauses } = models;
    expect(mayRecognizeInPauses).toBe(true);
    const sentences = createSentenceRecognition({
      recognize,
      streaming: null,
      mayRecognizeInPauses,
      language: () => "en-US",
      onWords: () => {},
    });
    const sentence = sentences.begin(heard.samples);
    void sentence.pause(heard.samples);
    expect(await sentence.recognize(heard.samples, false)).toBe("Hello?");
    await models.settle();
    await conclude();
    expect(await presented()).toMatchObject({ cost_minor: 6, usage: { stt: { requests: 2, seconds: 6 } } });
  });

  it("are told nothing of where the provider refuses", async () => {
    const { answer } = provider;
    provider.answer = (_request, response) => respond(response, 500, { error: { message: "no" } });
    await expect(say("Hello.")).rejects.toThrow();
    await expect(models.recognize(heard)).rejects.toThrow();
    provider.answer = answer;
    await conclude();
    expect(await presented()).toMatchObject({ cost_minor: null, usage: { llm: null, tts: null, stt: null } });
  });
});

describe("the models that speak and hear under a budget", () => {
  const hold = (reserved_speech_minor: number) =>
    test.everything
      .updateTable("call_runs")
      .set({ mode: "telephony", reserved_speech_minor, reserved_currency: "USD" })
      .where("id", "=", run.id)
      .execute();
  const held = async () =>
    (
      await test.everything
        .selectFrom("call_runs")
        .select("reserved_speech_minor")
        .where("id", "=", run.id)
        .executeTakeFirstOrThrow()
    ).reserved_speech_minor;

  it("are asked while what is held for them suffices, and their real cost takes its place", async () => {
    await hold(20);
    models = openModels({ isSpeechReserved: true });
    // The reservation would not suffice for a sentence that is recognized twice.
    expect(models.mayRecognizeInPauses).toBe(false);
    provider.requests.length = 0;
    await say("Good morning.");
    expect(await models.recognize(heard)).toBe("Hello?");
    await models.settle();
    // One more character would fit; these are five.
    await expect(say("Bye!!")).rejects.toThrow("used up");
    expect(timesUsedUp).toBe(1);
    expect(provider.requests.filter(({ url }) => url.endsWith("/speech"))).toHaveLength(1);
    expect(await held()).toBe(20);
    await conclude();
    expect(await presented()).toMatchObject({ cost_minor: 13 + 3, usage: { tts: { requests: 1, characters: 13 } } });
    expect(await held()).toBeNull();
  });

  it("hold what a request that nobody ended may come to, and nothing for one that failed", async () => {
    await hold(50);
    models = openModels({ isSpeechReserved: true });
    const { answer } = provider;
    provider.answer = (_request, response) => respond(response, 500, { error: { message: "no" } });
    await expect(models.recognize(heard)).rejects.toThrow();
    provider.answer = answer;
    await models.settle();
    const cut = models.speak("Hello.", new AbortController().signal)[Symbol.asyncIterator]();
    await cut.next();
    await conclude();
    expect(await presented()).toMatchObject({ cost_minor: null });
    expect(await held()).toBe(6);
    await cut.return?.();
    await models.settle();
    expect(await presented()).toMatchObject({ cost_minor: 6 });
    expect(await held()).toBeNull();
  });

  describe("while somebody speaks", () => {
    const speech = { sampleRate: 16_000, language: "en-US", onWords: () => {}, signal: new AbortController().signal };
    let server: ListeningServer;
    afterEach(() => server.close());
    const openHearing = () =>
      openModels({ isSpeechReserved: true, hearing: { provider: "deepgram", baseUrl: server.baseUrl } });

    it("hear as long as a whole minute of it is held, at what was sent", async () => {
      server = await startListeningServer({ hear: () => "Hello?" });
      await hold(59);
      await expect(openHearing().openStream?.(speech)).rejects.toThrow("used up");
      expect([timesUsedUp, server.streams.length]).toEqual([1, 0]);
      await hold(60);
      models = openHearing();
      const stream = await models.openStream?.(speech);
      stream?.take(heard.samples);
      expect(await stream?.finish()).toBe("Hello?");
      await models.settle();
      await conclude();
      expect(await presented()).toMatchObject({ cost_minor: 3, usage: { stt: { requests: 1, seconds: 3 } } });
      expect(await held()).toBeNull();
    });

    it("hear by a request what a stream has not told, of whose minute only what was sent is held then", async () => {
      server = await startListeningServer({ hear: () => undefined });
      await hold(60);
      models = openHearing();
      const { openStream, recognize } = models;
      if (openStream === null) throw new Error("Deepgram hears no streams");
      const failures: unknown[] = [];
      const sentences = createSentenceRecognition({
        recognize,
        streaming: {
          open: openStream,
          signal: speech.signal,
          onFailure: (error) => failures.push(error),
          wordsWithinMs: 20,
        },
        mayRecognizeInPauses: false,
        language: () => "en-US",
        onWords: () => {},
      });
      const sentence = sentences.begin(heard.samples);
      await waitUntil("it is sent", () => server.streams[0]?.sound.length === heard.samples.byteLength);
      expect(await sentence.recognize(heard.samples, false)).toBe("a whole sentence");
      expect(failures).toHaveLength(1);
      await models.settle();
      await conclude();
      expect(await presented()).toMatchObject({ cost_minor: 6, usage: { stt: { requests: 2, seconds: 6 } } });
    });
  });
});
