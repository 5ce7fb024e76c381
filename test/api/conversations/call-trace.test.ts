import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createLogger } from "../../../infra/logger.ts";
import { openOtlpTracing } from "../../../infra/telemetry/otlp-tracing.ts";
import type { Tracing } from "../../../infra/telemetry/tracing.ts";
import { readExposition, sumOf } from "../../harness/exposition.ts";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "../../harness/otlp-receiver.ts";
import { WaitsInVain, waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";
import { callSomebodyInTime, legsOf } from "../calls/transferring-organization.ts";
import { openTalkingOrganization, untilOver, wordsOf } from "./talking-organization.ts";

const NUMBER = "+14155550101";
const QUESTION = "How much is 19 percent of 120, my number is +442079460123";
const WORDS = ["percent", "Mira", "22.8", "4155550101", "2079460123"];

const openTracing = (endpoint: string, words: boolean): Tracing =>
  openOtlpTracing({
    ...{ endpoint, service: "ringdown-api", logger: createLogger("test", { level: "silent" }) },
    ...{
      OTEL_EXPORTER_OTLP_HEADERS: undefined,
      OTEL_TRACES_SAMPLER: "parentbased_always_on",
      OTEL_TRACES_SAMPLER_ARG: 1,
    },
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: words,
  });

const talk = async (platform: CallingPlatform) => {
  const organization = await openTalkingOrganization(platform, {
    tools: { calculator: { schema_version: 1, type: "calculator" } },
    script: [{ when: "percent", call: { name: "calculator", arguments: { expression: "120 * 0.19" } } }],
  });
  const runId = await organization.call({ talk: [{ says: QUESTION }], speed: 20 }, NUMBER);
  const run = await untilOver(platform, runId);
  return { run, words: await wordsOf(platform, runId) };
};

describe("the trace of a call whose carrier hears and speaks", () => {
  let collector: OtlpReceiver;
  let platform: CallingPlatform;
  let spans: readonly ReceivedSpan[];
  let run: Awaited<ReturnType<typeof talk>>["run"];
  beforeAll(async () => {
    collector = await startOtlpReceiver();
    const tracing = openTracing(collector.endpoint, false);
    platform = await startCallingPlatform({}, {}, { dependencies: { tracing } });
    ({ run } = await talk(platform));
    const isWhole = () =>
      collector.spans().some(({ name, traceId }) => name === "invoke_agent" && traceId === traceIdOf());
    await waitUntil("the call's trace has come", isWhole);
    await tracing.close();
    spans = collector.spans().filter(({ traceId }) => traceId === traceIdOf());
  });
  afterAll(async () => {
    await platform?.close();
    await collector?.close();
  });
  const traceIdOf = () => run.uuid.replaceAll("-", "");
  const named = (name: string) => spans.filter((span) => span.name === name);
  const childrenOf = (parent: ReceivedSpan | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

  it("is one trace: the call, its turns, and in them their parts, the model and tools", () => {
    const [root, ...more] = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(more).toEqual([]);
    expect(root).toMatchObject({
      name: "invoke_agent",
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.id": String(run.agent_id),
        "gen_ai.conversation.id": run.uuid,
        "ringdown.outcome": "answered",
      },
    });
    const turns = named("turn");
    expect(turns.length).toBeGreaterThanOrEqual(2);
    expect(turns.every(({ parentSpanId }) => parentSpanId === root?.spanId)).toBe(true);
    const known = new Set(spans.map(({ spanId }) => spanId));
    expect(spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !known.has(parentSpanId))).toEqual([]);
    const answer = turns.find((turn) => childrenOf(turn).some(({ name }) => name === "execute_tool calculator"));
    const names = childrenOf(answer).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["first token", "first words", "chat scripted"]));
    const tool = childrenOf(answer).find(({ name }) => name.startsWith("execute_tool"));
    const carriedOut = spans.find(({ name }) => name === "runTool");
    const update = spans.find(({ spanId }) => spanId === carriedOut?.parentSpanId);
    expect(update).toMatchObject({ name: "update runTool", parentSpanId: tool?.spanId });
    expect(named("chat scripted")[0]?.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "local",
      "gen_ai.request.model": "scripted",
    });
  });

  it("has parts that follow each other and add up, and none that the carrier does itself", () => {
    for (const name of ["heard", "end of turn", "recognized", "first sound", "spoken"]) expect(named(name)).toEqual([]);
    const turn = named("turn").find((each) => childrenOf(each).some(({ name }) => name === "first token"));
    const [token, words] = ["first token", "first words"].map((name) =>
      childrenOf(turn).find((child) => child.name === name),
    );
    expect(token?.startedAtMs).toBeCloseTo(turn?.startedAtMs ?? 0, 0);
    expect(words?.startedAtMs).toBeCloseTo(token?.endedAtMs ?? 0, 0);
    const awaited = (words?.endedAtMs ?? 0) - (token?.startedAtMs ?? 0);
    expect(awaited).toBeCloseTo(Number(turn?.attributes["ringdown.turn.awaited_ms"]), 0);
    expect(turn?.attributes).not.toHaveProperty("ringdown.turn.response_ms");
  });

  it("holds no word that was said and no number", () => {
    expect(WORDS.filter((word) => collector.text().includes(word))).toEqual([]);
    expect(collector.text()).not.toContain("gen_ai.input.messages");
  });

  it("is counted by part and provider", async () => {
    const samples = readExposition(await platform.api.dependencies.metrics.exposition());
    const counted = (stage: string) =>
      sumOf(samples, "ringdown_turn_stage_duration_seconds_count", { stage, provider: "local" });
    expect(counted("first_token")).toBe(named("first token").length);
    expect(counted("first_words")).toBe(named("first words").length);
    expect(counted("first_sound")).toBe(0);
  });
});

describe("the trace of a call that asks a colleague", () => {
  it("has the call to the colleague as its part, and both traces know each other", async () => {
    const collector = await startOtlpReceiver();
    const tracing = openTracing(collector.endpoint, false);
    const platform = await startCallingPlatform({ speed: 10 }, {}, { dependencies: { tracing } });
    const { organization, runId } = await callSomebodyInTime(platform, { manner: "no" });
    const run = await untilOver(platform, runId);
    const [leg] = await waitUntil("the call to the colleague is over", async () => {
      const rows = await legsOf(platform, organization.organizationId);
      return rows[0]?.ended_at ? rows : undefined;
    });
    await tracing.close();
    await platform.close();
    await collector.close();
    const rootOf = (uuid: string | undefined) =>
      collector.spans().find(({ name, traceId }) => name === "invoke_agent" && traceId === uuid?.replaceAll("-", ""));
    const [caller, colleague] = [rootOf(run.uuid), rootOf(leg?.uuid)];
    const part = collector.spans().filter(({ name }) => name === "transfer");
    expect(part).toHaveLength(1);
    expect(part[0]).toMatchObject({
      traceId: caller?.traceId,
      parentSpanId: caller?.spanId,
      links: [{ traceId: colleague?.traceId, spanId: colleague?.spanId }],
      attributes: { "ringdown.transfer.run": leg?.uuid, "ringdown.outcome": "answered" },
    });
    expect(colleague?.links).toMatchObject([{ traceId: caller?.traceId, spanId: caller?.spanId }]);
    expect(caller?.links).toEqual([]);
  });
});

describe("a trace with words, which the operator has asked for", () => {
  it("holds what was said and the prompts, without numbers", async () => {
    const collector = await startOtlpReceiver();
    const tracing = openTracing(collector.endpoint, true);
    const platform = await startCallingPlatform({}, {}, { dependencies: { tracing } });
    await talk(platform);
    await tracing.close();
    await platform.close();
    await collector.close();
    const chats = collector.spans().filter(({ name }) => name === "chat scripted");
    const messages = chats.map(({ attributes }) => String(attributes["gen_ai.input.messages"])).join();
    expect(messages).toContain("How much is 19 percent of 120, my number is +442079***23");
    expect(messages).toContain('"role":"tool"');
    expect(chats.every(({ attributes }) => String(attributes["gen_ai.system_instructions"]).includes("Mira"))).toBe(
      true,
    );
    expect(chats.some(({ attributes }) => String(attributes["gen_ai.output.messages"]).includes("22.8"))).toBe(true);
    expect(["4155550101", "2079460123"].filter((number) => collector.text().includes(number))).toEqual([]);
  });
});

/** A collector that takes a connection and never answers. */
const startDeafCollector = async (): Promise<Server> => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
};

it("a call is as it is without one where the collector is away, or takes traces and never answers", async () => {
  const deaf = await startDeafCollector();
  const address = deaf.address();
  const endpoints = ["http://127.0.0.1:9", `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`];
  for (const endpoint of endpoints) {
    const tracing = openTracing(endpoint, false);
    const platform = await startCallingPlatform({}, {}, { dependencies: { tracing } });
    // An export is given five seconds. A busy machine may take as long for a turn: then somebody else is called.
    await waitUntil("no turn of a call takes as long as an export", async () => {
      const { run, words } = await talk(platform);
      if (run.outcome !== "answered" || !words.join("\n").includes("22.8"))
        throw new WaitsInVain(`the call was another one: ${run.state} ${run.outcome}, ${words.join("\n")}`);
      const turns = await platform.test.everything
        .selectFrom("conversation_turns")
        .select(["first_token_ms", "first_words_ms"])
        .where("run_id", "=", run.id)
        .where("first_token_ms", "is not", null)
        .execute();
      return turns.every((turn) => (turn.first_token_ms ?? 0) + (turn.first_words_ms ?? 0) < 4000);
    });
    await platform.close();
  }
  deaf.closeAllConnections();
  deaf.close();
});
