import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { jwtVerify } from "jose";
import { createRunOperation, hangUpRunOperation } from "../../../../api/calls/calls.operations.ts";
import { setModelsOperation } from "../../../../api/models/models.operations.ts";
import { type CallingPlatform, startCallingPlatform } from "../../calls/calling-platform.ts";
import { type AgentSettings, openTalkingOrganization } from "../talking-organization.ts";

const SECRET = "a secret that is long enough for LiveKit";
const LIVEKIT = {
  LIVEKIT_URL: "http://127.0.0.1:9",
  LIVEKIT_PUBLIC_URL: "wss://voice.example.com",
  LIVEKIT_API_KEY: "test",
  LIVEKIT_API_SECRET: SECRET,
};
const SPEECH = { provider: "openai", model: "speech", base_url: "http://127.0.0.1:9/v1" };
const BOTH = { tts: SPEECH, stt: SPEECH };

let platform: CallingPlatform;
beforeAll(async () => {
  platform = await startCallingPlatform({}, LIVEKIT);
});
afterAll(() => platform.close());

const openOrganization = async (models: object, settings: AgentSettings = {}) => {
  const organization = await openTalkingOrganization(platform, settings);
  const client = platform.api.client(organization.owner);
  await client.call(setModelsOperation, { body: models });
  return { client, agentId: organization.agentId };
};

/** Where a conversation is joined that is ended again at once. */
const joinOf = async (
  { client, agentId }: Awaited<ReturnType<typeof openOrganization>>,
  initial_context: Record<string, unknown> = {},
) => {
  const params = { workflow_id: agentId };
  const body = { name: "WEB-1", mode: "smallwebrtc", initial_context };
  const { body: run } = await client.call(createRunOperation, { params, body });
  await client.call(hangUpRunOperation, { params: { ...params, run_id: run.id } });
  if (!run.join) throw new Error("the run says nowhere to join");
  return { ...run.join, uuid: run.uuid };
};

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
      const body = { [part]: { provider: "deepgram", model: "nova" } };
      const refusal = await client.refused(setModelsOperation, { body });
      expect(refusal.status).toBe(422);
      expect(JSON.stringify(refusal)).toContain("deepgram is not supported");
      const scripted = { [part]: { ...SPEECH, script: [{ when: "", say: "Hello" }] } };
      expect(await client.refused(setModelsOperation, { body: scripted })).toMatchObject({ status: 422 });
    }
  });
});
