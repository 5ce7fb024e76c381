import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { buildPcmHeader } from "../../domain/recording/wav.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { measureAgain } from "../harness/measured-again.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { AGENT, beginCall, PERSON, type SocketCalls, startSocketCalls } from "./socket-call.ts";

const MUSIC = 700;
const RATE = 8000;
/** Shorter than it plays, so that it is repeated. */
const MUSIC_MS = 300;
const MOST_LATE_MS = 400;

let calls: SocketCalls;
/** Lets the slow tool answer. */
let finishTool: () => void;
beforeAll(async () => {
  calls = await startSocketCalls();
  calls.answerOthers = (_, response) => {
    finishTool = () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ order: "on its way" }));
    };
  };
});
afterAll(() => calls?.close());
beforeEach(() => {
  calls.understood.length = 0;
  calls.spoken.length = 0;
  finishTool = () => {};
});

const begin = async () => {
  const { platform, provider } = calls;
  const config = { method: "POST", url: `${provider.url}/orders`, timeout_ms: 30_000 } as const;
  const definition = { schema_version: 1, type: "http_api", config: { ...HTTP, ...config } } satisfies ToolDefinition;
  const call = await beginCall(calls, {
    configurations: { tool_music_recording_id: "waltz" },
    recordings: { waltz: "A waltz" },
    tools: { look_up: definition },
    script: [
      { when: "order", call: { name: "look_up", arguments: {} } },
      { when: "matter", say: "Very well." },
    ],
  });
  const key = `orgs/${call.organization.organizationId}/recordings/waltz.wav`;
  const samples = new Int16Array((RATE * MUSIC_MS) / 1000).fill(MUSIC);
  const header = buildPcmHeader({ channels: 1, sampleRate: RATE, frames: samples.length });
  const wav = Buffer.concat([header, Buffer.from(samples.buffer)]);
  await platform.api.dependencies.objectStore.put(key, wav, "audio/wav");
  const media = call.startMedia();
  await call.ear.first("the greeting", AGENT);
  return { ...call, media };
};

const HTTP = {
  headers: {},
  credential_uuid: null,
  parameters: [],
  preset_parameters: [],
  customMessage: null,
  customMessageType: null,
  customMessageRecordingId: null,
  body_template: null,
};

/** The music that came to the page on the timeline of the call. */
const playedIn = async (runId: number) => {
  const { rows } = await sql<{ payload: { played_ms: number } }>`
    select payload from timeline_events where run_id = ${runId} and payload->>'event' = 'tool_music_played'
  `.execute(calls.platform.test.everything);
  return rows.map(({ payload }) => payload);
};

it("plays while a tool works, again and again, and ends with the first word of the answer", async () => {
  const call = await begin();
  const saidAt = await call.says("Where is my order?");
  const music = await call.ear.first("the music", MUSIC, saidAt);
  await waitUntil("it is repeated", () => call.ear.frames.some(({ atMs }) => atMs - music.atMs > 4 * MUSIC_MS));
  expect(call.ear.frames.every(({ loudness, atMs }) => atMs < music.atMs || loudness === MUSIC)).toBe(true);
  const answeredAt = performance.now();
  finishTool();
  const answer = await call.ear.first("the answer", AGENT, answeredAt);
  expect(call.ear.hasHeard(MUSIC, answer.atMs)).toBe(false);
  expect(calls.spoken).toEqual(["Hello Ada, this is Mira.", expect.stringContaining("on its way")]);
  const [told] = await waitUntil("it is on the timeline", async () => {
    const played = await playedIn(call.params.run_id);
    return played.length > 0 && played;
  });
  expect(told).toMatchObject({ recording_id: "waltz" });
  expect(told?.played_ms).toBeGreaterThan(4 * MUSIC_MS);
  await call.media.stop();
  call.page.close();
});

it("is silent the moment the person speaks, and their words are answered", async () => {
  const { lateMs } = await measureAgain({ lateMs: MOST_LATE_MS }, speakOverMusic);
  expect(lateMs).toBeLessThan(MOST_LATE_MS);
});

/** Returns how long the music goes on after the person has begun to speak. */
const speakOverMusic = async (): Promise<{ lateMs: number }> => {
  const call = await begin();
  const saidAt = await call.says("Where is my order?");
  await call.ear.first("the music", MUSIC, saidAt);
  const spokeAt = await call.says("It does not matter");
  const answer = await call.ear.first("the answer", AGENT, spokeAt);
  const last = call.ear.frames.findLast(({ loudness }) => loudness === MUSIC);
  expect(call.ear.hasHeard(MUSIC, answer.atMs)).toBe(false);
  expect(calls.spoken.at(-1)).toBe("Very well.");
  finishTool();
  expect(call.ear.hasHeard(PERSON, 0)).toBe(false);
  await call.media.stop();
  call.page.close();
  return { lateMs: (last?.atMs ?? Number.POSITIVE_INFINITY) - spokeAt };
};
