import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { buildPcmHeader } from "../../domain/recording/wav.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../harness/http-receiver.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sipMissing } from "./sip-missing.ts";
import type * as SipParts from "./sip-rig.ts";
import { openToneTelephone, type ToneTelephone } from "./tone-telephone.ts";
import { startToneVoice, type ToneVoice } from "./tone-voice.ts";

/** Music over a SIP trunk, as it is heard at the telephone, while a tool works. */
const missing = process.env["TEST_VOICE"] === undefined ? "`npm run test:voice` runs it" : sipMissing();
if (missing !== null) process.stderr.write(`\n*** SKIPPED: music over a SIP trunk: ${missing}.\n\n`);
const whereCalled = missing === null ? describe : describe.skip;

const TONES = { greeting: 650, answer: 1100, music: 800 } as const;
const KEY = "8";
const RATE = 8000;
/** Shorter than it plays, so that it is repeated. */
const MUSIC_MS = 300;
/** What is said before the tool has answered. */
const BEFORE = /this is Mira|moment/i;

/** Loaded where it is used, because what it loads would keep the process of skipped tests running. */
let sip: typeof SipParts;
let rig: SipParts.SipRig;
let voice: ToneVoice;
let shop: HttpReceiver;
let telephone: ToneTelephone;
beforeAll(async () => {
  if (missing !== null) return;
  sip = await import("./sip-rig.ts");
  voice = await startToneVoice((text) => (BEFORE.test(text) ? TONES.greeting : TONES.answer));
  shop = await startHttpReceiver();
  rig = await sip.openSipRig({ speechUrl: voice.baseUrl });
});
afterEach(async () => {
  telephone?.close();
  await rig?.clear();
});
afterAll(async () => {
  await rig?.close();
  await voice?.close();
  await shop?.close();
});

const lookUpAt = (url: string): ToolDefinition => ({
  schema_version: 1,
  type: "http_api",
  config: {
    method: "POST",
    url,
    timeout_ms: 30_000,
    headers: {},
    credential_uuid: null,
    parameters: [],
    preset_parameters: [],
    customMessage: null,
    customMessageType: null,
    customMessageRecordingId: null,
    body_template: null,
  },
});

const tone = (hz: number): Buffer => {
  const samples = Int16Array.from({ length: (RATE * MUSIC_MS) / 1000 }, (_, at) =>
    Math.round(8000 * Math.sin((2 * Math.PI * hz * at) / RATE)),
  );
  return Buffer.concat([
    buildPcmHeader({ channels: 1, sampleRate: RATE, frames: samples.length }),
    Buffer.from(samples.buffer),
  ]);
};

whereCalled("somebody who calls in over a SIP trunk", () => {
  it("hears music, again and again, while a tool works, and then the answer", async () => {
    const asked = Promise.withResolvers<() => void>();
    shop.answer = (_, response) => asked.resolve(() => respond(response, 200, { order: "on its way" }));
    telephone = await openToneTelephone(Object.values(TONES));
    const { organizationId, number, run, hangUp } = await sip.openCalledOrganization(rig, {
      credentials: { inbound_addresses: "127.0.0.1" },
      agent: {
        configurations: { max_user_idle_timeout: 300, tool_music_recording_id: "waltz" },
        recordings: { waltz: "A waltz" },
        tools: { look_up: lookUpAt(`${shop.url}/orders`) },
        script: [{ when: KEY, call: { name: "look_up", arguments: {} } }],
      },
    });
    const { objectStore } = rig.platform.api.dependencies;
    await objectStore.put(`orgs/${organizationId}/recordings/waltz.wav`, tone(TONES.music), "audio/wav");
    const line = await rig.callIn({ to: number, soundPort: telephone.port });
    await line.hears(200);
    const { id } = await run();
    await waitUntil("the agent greets", () => telephone.heardAt(TONES.greeting).length > 0);
    telephone.press(KEY);
    const [musicMs = 0] = await waitUntil("the music is repeated", () => {
      const instants = telephone.heardAt(TONES.music);
      return (instants.at(-1) ?? 0) - (instants[0] ?? 0) > 4 * MUSIC_MS ? instants : null;
    });
    const finish = await asked.promise;
    finish();
    const [answerMs = 0] = await waitUntil("the answer is heard", () => {
      const instants = telephone.heardAt(TONES.answer);
      return instants.length > 10 ? instants : null;
    });
    expect(answerMs).toBeGreaterThan(musicMs);
    expect(telephone.heardAt(TONES.music, answerMs + 60)).toEqual([]);
    await hangUp(id);
    await line.hears("BYE");
    const { rows } = await sql<{ played: number }>`
      select (payload ->> 'played_ms')::int as played from timeline_events
      where run_id = ${id} and payload ->> 'event' = 'tool_music_played'
    `.execute(rig.platform.test.everything);
    expect(rows[0]?.played).toBeGreaterThan(MUSIC_MS);
  });
});
