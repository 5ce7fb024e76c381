import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as pathOf } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { jwtVerify } from "jose";
import { sql } from "kysely";
import { updateAgentOperation } from "../../../../api/agents/agents.operations.ts";
import { createRunOperation, getRunOperation, hangUpRunOperation } from "../../../../api/calls/calls.operations.ts";
import {
  createEmbedTokenOperation,
  describeLinkOperation,
} from "../../../../api/conversations/web-call/web-calls.operations.ts";
import { setModelsOperation } from "../../../../api/models/models.operations.ts";
import { readSpeechModels } from "../../../../application/model/read-speech-models.ts";
import { readAgentSettings } from "../../../../domain/agent/agent-settings.ts";
import type { AgentVoice } from "../../../../domain/agent/agent-voice.ts";
import { signVoiceToken } from "../../../../infra/secrets/join-token.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../../calls/calling-platform.ts";
import { openRelayEar } from "../drivers/relay-ear.ts";
import { type AgentSettings, openTalkingOrganization } from "../talking-organization.ts";

const SECRET = "a secret that is long enough for LiveKit";
const LIVEKIT = {
  LIVEKIT_URL: "http://127.0.0.1:9",
  LIVEKIT_PUBLIC_URL: "wss://voice.example.com",
  LIVEKIT_API_KEY: "test",
  LIVEKIT_API_SECRET: SECRET,
};
const SPEECH = { provider: "openai", model: "speech", base_url: "http://127.0.0.1:9/v1" };
const MEDIA_PROCESS = randomUUID();
/** Keeps the row valid until the tests are over. */
const FOR_LONG = "-1 day";
const BOTH = { tts: SPEECH, stt: SPEECH };

let platform: CallingPlatform;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(pathOf(tmpdir(), "audio-calls-"));
  mkdirSync(pathOf(folder, "talk"));
  writeFileSync(pathOf(folder, "talk/index.html"), "<!doctype html><title>Talk</title>");
  platform = await startCallingPlatform({}, { ...LIVEKIT, CONSOLE_FOLDER: folder });
});
beforeEach(async () => {
  await platform.test.everything.deleteFrom("voice_reservations").execute();
  await tellOfMediaProcess(0);
  await tellOfMediaProcess(0, { ago: FOR_LONG });
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

/** A media process as its row has it. */
const tellOfMediaProcess = (taken: number, { places = 2, ago = "0 seconds", speaks_locally = false } = {}) =>
  platform.test.everything
    .insertInto("media_processes")
    .values({ uuid: MEDIA_PROCESS, places, taken, speaks_locally })
    .onConflict((known) =>
      known.column("uuid").doUpdateSet({ places, taken, speaks_locally, told_at: sql<Date>`now() - ${ago}::interval` }),
    )
    .execute();

const openOrganization = async (models: object, settings: AgentSettings = {}) => {
  const organization = await openTalkingOrganization(platform, settings);
  const client = platform.api.client(organization.owner);
  await client.call(setModelsOperation, { body: models });
  return { client, agentId: organization.agentId, organizationId: organization.organizationId };
};

const createWebCall = async (
  { client, agentId }: Awaited<ReturnType<typeof openOrganization>>,
  initial_context: Record<string, unknown> = {},
) => {
  const params = { workflow_id: agentId };
  const body = { name: "WEB-1", mode: "smallwebrtc", initial_context };
  const { body: run } = await client.call(createRunOperation, { params, body });
  if (!run.join) throw new Error("the run says nowhere to join");
  return { ...run, join: run.join, pageToken: new URL(run.join.page_url).pathname.split("/").at(-1) ?? "" };
};

/** Returns where a conversation is joined, and ends it at once. */
const joinOf = async (
  organization: Awaited<ReturnType<typeof openOrganization>>,
  initialContext: Record<string, unknown> = {},
) => {
  const run = await createWebCall(organization, initialContext);
  await hangUp(organization, run);
  return { ...run.join, uuid: run.uuid };
};
const hangUp = ({ client, agentId }: Awaited<ReturnType<typeof openOrganization>>, { id }: { id: number }) =>
  client.call(hangUpRunOperation, { params: { workflow_id: agentId, run_id: id } });

/** Returns the addresses to which the page's content policy lets it connect. */
const connectionsOf = async (token: string) => {
  const { headers } = await platform.api.client().fetch(`/talk/${token}`);
  const policy = (headers.get("content-security-policy") ?? "").split(";");
  const [name, ...sources] = policy.find((directive) => directive.startsWith("connect-src"))?.split(" ") ?? [];
  return { name, sources };
};

describe("models of the machine itself", () => {
  const openLocally = async (models: object, language: string) => {
    await tellOfMediaProcess(0, { ago: FOR_LONG, speaks_locally: true });
    return openOrganization(models, { configurations: { language } });
  };

  it("are the default where a media process has them, in the language that they hear", async () => {
    expect((await joinOf(await openLocally({}, "en-GB"))).kind).toBe("livekit");
    expect((await joinOf(await openLocally({}, "de-DE"))).kind).toBe("relay");
    await tellOfMediaProcess(0, { ago: FOR_LONG });
    expect((await joinOf(await openOrganization({}, { configurations: { language: "en-GB" } }))).kind).toBe("relay");
  });

  it("speak where an organization has set a model that hears, and the other way round", async () => {
    const organization = await openLocally({ stt: SPEECH }, "de-DE");
    expect((await joinOf(organization)).kind).toBe("livekit");
    const { organizationId } = organization;
    const models = await platform.test.database.inOrganization(organizationId, (tx) =>
      readSpeechModels(tx, {
        organizationId,
        settings: readAgentSettings({ language: "de-DE" }),
        secrets: platform.api.dependencies.secrets,
      }),
    );
    expect(models).toMatchObject({ tts: { provider: "local" }, stt: { provider: "openai" } });
  });

  it.each([
    [{ models: { stt: { provider: "local", model: "moonshine-tiny" } } }, {}, ["models", "stt", "provider"]],
    [{}, { stt: { provider: "local", model: "moonshine-tiny" } }, ["language"]],
  ])(
    "are refused for a language that they do not hear, where they are chosen: %j %j",
    async (settings, models, field) => {
      const { client, agentId } = await openLocally(models, "en-US");
      const workflow_configurations = { ...settings, language: "de-DE" };
      const refusal = await client.refused(updateAgentOperation, {
        params: { workflow_id: agentId },
        body: { workflow_configurations },
      });
      const msg = "The local model hears English only, not de-DE: set a model of another provider for stt.";
      const detail = [{ loc: ["body", "workflow_configurations", ...field], msg }];
      expect(refusal).toMatchObject({ status: 422, detail });
    },
  );

  it("have no address and no key", async () => {
    const { client } = await openOrganization({});
    const stt = { provider: "local", model: "moonshine-tiny", base_url: "http://127.0.0.1:9/v1" };
    expect(await client.refused(setModelsOperation, { body: { stt } })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "stt", "base_url"] }],
    });
  });
});

describe("a run for the browser, where LiveKit is configured", () => {
  it("is joined with audio, by a token for the room of this conversation alone", async () => {
    const join = await joinOf(await openOrganization(BOTH));
    expect(join).toMatchObject({ kind: "livekit", url: "wss://voice.example.com" });
    const { payload } = await jwtVerify(join.token, new TextEncoder().encode(SECRET), { issuer: "test" });
    expect(payload).toMatchObject({ sub: "person", video: { roomJoin: true, room: `run-${join.uuid}` } });
    expect(payload["video"]).not.toHaveProperty("roomAdmin");
    expect(payload.exp).toBe(Math.floor(new Date(join.expires_at).getTime() / 1000));
  });

  it("is joined in words without a model that speaks, or one that hears", async () => {
    expect(await joinOf(await openOrganization({ tts: SPEECH }))).toMatchObject({ kind: "relay" });
    expect(await joinOf(await openOrganization({ stt: SPEECH }))).toMatchObject({ kind: "relay" });
  });

  it("is joined with audio by models of the agent's own, each before its organization's", async () => {
    const own = (models: object) => ({ configurations: { models } });
    expect(await joinOf(await openOrganization({}, own(BOTH)))).toMatchObject({ kind: "livekit" });
    const half = await openOrganization({ stt: { ...SPEECH, model: "shared" } }, own({ tts: SPEECH }));
    expect(await joinOf(half)).toMatchObject({ kind: "livekit" });
    expect(await joinOf(await openOrganization({}, own({ tts: SPEECH })))).toMatchObject({ kind: "relay" });
    const { organizationId, agentId } = half;
    const models = await platform.test.database.inOrganization(organizationId, async (tx) => {
      const version = tx.selectFrom("agent_versions").select("configurations").where("agent_id", "=", agentId);
      const settings = readAgentSettings((await version.executeTakeFirstOrThrow()).configurations);
      return readSpeechModels(tx, { organizationId, settings, secrets: platform.api.dependencies.secrets });
    });
    expect(models).toMatchObject({ tts: { model: "speech" }, stt: { model: "shared" } });
  });

  it("speaks with a voice of its model's, which no carrier has to have", async () => {
    const { client, agentId } = await openOrganization(BOTH);
    const save = (voice: AgentVoice) => ({
      params: { workflow_id: agentId },
      body: { workflow_configurations: { voice } },
    });
    const saved = await client.call(updateAgentOperation, save({ provider: "openai", voice_id: "anna" }));
    expect(saved.body.workflow_configurations).toMatchObject({ voice: { voice_id: "anna" } });
    const refusal = await client.refused(updateAgentOperation, save({ provider: "clippy" }));
    expect(JSON.stringify(refusal.detail)).toContain("audio speak with voices of openai, not of clippy");
  });

  it("is joined in words where a recording is to be played", async () => {
    const organization = await openOrganization(BOTH);
    const greeting_override = { type: "audio", recording_id: "hello" };
    expect(await joinOf(organization, { greeting_override })).toMatchObject({ kind: "relay" });
    const definition = {
      nodes: [
        {
          id: "start",
          type: "startCall",
          position: { x: 0, y: 0 },
          data: { name: "Greeting", prompt: "Ask.", greeting_type: "audio", greeting_recording_id: "hello" },
        },
      ],
      edges: [],
    };
    const recordings = { hello: "Hello." };
    expect(await joinOf(await openOrganization(BOTH, { definition, recordings }))).toMatchObject({ kind: "relay" });
  });

  it("refuses models for speech that nothing can speak or hear with", async () => {
    const organization = await openTalkingOrganization(platform);
    const client = platform.api.client(organization.owner);
    for (const part of ["tts", "stt"]) {
      const body = { [part]: { provider: "polly", model: "m" } };
      const refusal = await client.refused(setModelsOperation, { body });
      expect(refusal.status).toBe(422);
      expect(JSON.stringify(refusal)).toContain("openai, deepgram, elevenlabs, cartesia, azure and local");
      const scripted = { [part]: { ...SPEECH, script: [{ when: "", say: "Hello" }] } };
      expect(await client.refused(setModelsOperation, { body: scripted })).toMatchObject({ status: 422 });
    }
  });
});

describe("when no media process can take another call", () => {
  it.each([
    ["all places are taken", 2, FOR_LONG],
    ["the only process was not heard of for long", 0, "1 minute"],
  ])("no conversation with audio is begun, and a page that is opened says so: %s", async (_name, taken, ago) => {
    const organization = await openOrganization(BOTH);
    const run = await createWebCall(organization);
    const withWords = await openOrganization({});
    await tellOfMediaProcess(taken, { ago });
    const params = { workflow_id: organization.agentId };
    const body = { name: "WEB-2", mode: "smallwebrtc" };
    const refusal = await organization.client.refused(createRunOperation, { params, body });
    expect(refusal).toMatchObject({ status: 503 });
    expect(JSON.stringify(refusal)).toContain("every media process is full, or none runs");
    const page = { params: { token: run.pageToken } };
    expect((await platform.api.client().refused(describeLinkOperation, page)).status).toBe(503);
    const origin = "https://shop.example.com";
    const { body: embed } = await organization.client.call(createEmbedTokenOperation, {
      params,
      body: { allowed_origins: [origin] },
    });
    const begin = () =>
      platform.api.client().fetch(`/api/v1/public/talk/${embed.token}`, { method: "POST", headers: { origin } });
    expect((await begin()).status).toBe(503);
    await hangUp(withWords, await createWebCall(withWords));

    await tellOfMediaProcess(0, { ago: FOR_LONG });
    expect((await platform.api.client().call(describeLinkOperation, page)).body.audio).not.toBeNull();
    expect((await begin()).status).toBe(201);
    await hangUp(organization, run);
  });

  it("visitors of another site who have not sat down leave half of the places to others", async () => {
    const organization = await openOrganization(BOTH);
    await tellOfMediaProcess(0, { places: 4, ago: FOR_LONG });
    const origin = "https://shop.example.com";
    const { body: embed } = await organization.client.call(createEmbedTokenOperation, {
      params: { workflow_id: organization.agentId },
      body: { allowed_origins: [origin] },
    });
    const path = `/api/v1/public/talk/${embed.token}`;
    const begin = () => platform.api.client().fetch(path, { method: "POST", headers: { origin } });
    const statuses = [];
    for (let visitor = 0; visitor < 3; visitor += 1) statuses.push((await begin()).status);
    expect(statuses).toEqual([201, 201, 503]);
    await hangUp(organization, await createWebCall(organization));
    await platform.test.everything.deleteFrom("voice_reservations").execute();
  });

  it("an organization's web calls that nobody has joined leave a quarter of the places to others", async () => {
    const organization = await openOrganization(BOTH);
    const other = await openOrganization(BOTH);
    await tellOfMediaProcess(0, { places: 4, ago: FOR_LONG });
    const runs = [
      await createWebCall(organization),
      await createWebCall(organization),
      await createWebCall(organization),
    ];
    const params = { workflow_id: organization.agentId };
    const body = { name: "WEB-4", mode: "smallwebrtc" };
    expect((await organization.client.refused(createRunOperation, { params, body })).status).toBe(503);
    // A page that is loaded again keeps its own place, and gets it back when it was given up, where there is room.
    const page = (at: number) => ({ params: { token: runs[at]?.pageToken ?? "" } });
    const describe = (at: number) => platform.api.client().call(describeLinkOperation, page(at));
    expect((await describe(2)).body.audio).not.toBeNull();
    runs.push(await createWebCall(other));
    for (const [at, run] of runs.entries()) await hangUp(at === 3 ? other : organization, run);
    await platform.test.everything.deleteFrom("voice_reservations").execute();
  });

  it("an organization's web calls that are talked in leave a quarter of the places to others, too", async () => {
    const organization = await openOrganization(BOTH);
    const other = await openOrganization(BOTH);
    const { everything } = platform.test;
    await tellOfMediaProcess(0, { places: 4, ago: FOR_LONG });
    const runs = [
      await createWebCall(organization),
      await createWebCall(organization),
      await createWebCall(organization),
    ];
    // A person who has joined has the slot and no reservation.
    await everything.deleteFrom("voice_reservations").execute();
    const ids = runs.map(({ id }) => id);
    await everything.updateTable("call_runs").set({ state: "in_progress" }).where("id", "in", ids).execute();
    await tellOfMediaProcess(3, { places: 4, ago: FOR_LONG });
    const params = { workflow_id: organization.agentId };
    const body = { name: "WEB-4", mode: "smallwebrtc" };
    expect((await organization.client.refused(createRunOperation, { params, body })).status).toBe(503);
    await hangUp(other, await createWebCall(other));
    await everything.updateTable("call_runs").set({ state: "queued" }).where("id", "in", ids).execute();
    for (const run of runs) await hangUp(organization, run);
  });

  it("the last place is kept for whoever has begun a conversation, until it is over", async () => {
    const organization = await openOrganization(BOTH);
    const other = await openOrganization(BOTH);
    await tellOfMediaProcess(1, { ago: FOR_LONG });
    const run = await createWebCall(organization);
    const params = { workflow_id: other.agentId };
    const body = { name: "WEB-2", mode: "smallwebrtc" };
    expect((await other.client.refused(createRunOperation, { params, body })).status).toBe(503);
    const page = { params: { token: run.pageToken } };
    expect((await platform.api.client().call(describeLinkOperation, page)).body.audio).not.toBeNull();
    await hangUp(organization, run);
    await hangUp(other, await createWebCall(other));
  });
});

describe("the page of a conversation with audio", () => {
  it("is told LiveKit's server and a token for its room, and may connect to nothing else but us", async () => {
    const organization = await openOrganization(BOTH);
    const run = await createWebCall(organization);
    const { body: link } = await platform.api
      .client()
      .call(describeLinkOperation, { params: { token: run.pageToken } });
    expect(link).toMatchObject({ kind: "conversation", audio: { url: "wss://voice.example.com" } });
    const { payload } = await jwtVerify(link.audio?.token ?? "", new TextEncoder().encode(SECRET), { issuer: "test" });
    expect(payload).toMatchObject({ sub: "person", video: { roomJoin: true, room: `run-${run.uuid}` } });
    const ours = platform.api.baseUrl.replace(/^http/, "ws");
    expect(await connectionsOf(run.pageToken)).toEqual({
      name: "connect-src",
      sources: ["'self'", ours, "wss://voice.example.com"],
    });
    await hangUp(organization, run);
  });

  it("reaches no LiveKit where its conversation has words alone, or its link leads nowhere", async () => {
    const organization = await openOrganization({});
    const run = await createWebCall(organization);
    const { body: link } = await platform.api
      .client()
      .call(describeLinkOperation, { params: { token: run.pageToken } });
    expect(link.audio).toBeNull();
    for (const token of [run.pageToken, "nothing"]) {
      expect((await connectionsOf(token)).sources).not.toContain("wss://voice.example.com");
    }
    const { body: embed } = await organization.client.call(createEmbedTokenOperation, {
      params: { workflow_id: organization.agentId },
      body: { allowed_origins: ["https://shop.example.com"] },
    });
    expect((await connectionsOf(embed.token)).sources).toContain("wss://voice.example.com");
    await hangUp(organization, run);
  });

  it("does not take the words from the media process that holds them, nor that one those of a page", async () => {
    const organization = await openOrganization(BOTH);
    const run = await createWebCall(organization);
    const words = `${platform.api.baseUrl.replace(/^http/, "ws")}/api/v1/talk/`;
    const { organizationId } = organization;
    const voice = signVoiceToken(platform.api.dependencies, { organizationId, runUuid: run.uuid });
    const media = openRelayEar(`${words}${voice}`, {}, {});
    expect((await media.hear()).words.join(" ")).toContain("this is Mira.");
    expect((await openRelayEar(`${words}${run.pageToken}`, {}, {}).hear()).then).toBe("lost");
    media.send({ type: "prompt", voicePrompt: "Are you there?", last: true });
    expect((await media.hear()).then).toBe("listen");
    media.send({ type: "leave" });

    const withWords = await openOrganization({});
    const written = await createWebCall(withWords);
    const other = signVoiceToken(platform.api.dependencies, {
      organizationId: withWords.organizationId,
      runUuid: written.uuid,
    });
    expect((await openRelayEar(`${words}${other}`, {}, {}).hear()).then).toBe("lost");
    await hangUp(withWords, written);
  });

  it("has left for good where the connection is closed behind its last frames, while they are still stored", async () => {
    const organization = await openOrganization(BOTH);
    const run = await createWebCall(organization);
    const { organizationId } = organization;
    const voice = signVoiceToken(platform.api.dependencies, { organizationId, runUuid: run.uuid });
    const media = openRelayEar(`${platform.api.baseUrl.replace(/^http/, "ws")}/api/v1/talk/${voice}`, {}, {});
    const { words } = await media.hear();
    for (let at = 0; at < 5; at += 1) media.send({ type: "interrupt", utteranceUntilInterrupt: words.join(" ") });
    media.send({ type: "leave" });
    media.close();
    const params = { workflow_id: organization.agentId, run_id: run.id };
    const ended = await waitUntil("the run has ended", async () => {
      const { body } = await organization.client.call(getRunOperation, { params });
      return body.state === "completed" || body.state === "failed" ? body : null;
    });
    expect(ended).toMatchObject({ end_reason: "user_hangup" });
  });
});
