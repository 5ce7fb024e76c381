import { randomUUID } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { createRunOperation, readTranscriptOperation } from "../../api/calls/calls.operations.ts";
import { readSpeechModels } from "../../application/model/read-speech-models.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { createGuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../infra/guarded-request/outbound-policy.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { signVoiceToken } from "../../infra/secrets/join-token.ts";
import { createPriceTable } from "../../infra/telephony/price-table.ts";
import type { Ending } from "../../media/active-call.ts";
import { FRAME_SAMPLES } from "../../media/hearing/voice-activity.ts";
import { createCallSlots } from "../../media/process/call-slots.ts";
import type { RoomEvents } from "../../media/room/voice-room.ts";
import { runConversation } from "../../media/run-conversation.ts";
import type { ShownLine } from "../../media/turn-taking.ts";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import { openTalkingOrganization } from "../api/conversations/talking-organization.ts";
import { createSpeechModelRows } from "../factories/speech-models.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../harness/http-receiver.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { handSpeaker } from "./hand-speaker.ts";

/*
 * A conversation through sound as a media process holds it, with the platform's own turns. In place of LiveKit is a room
 * that the test has in its hands, and a voice is what is loud: neither needs a machine that keeps up with sound.
 */

const MS_PER_CHARACTER = 60;
const SAMPLES_PER_CHARACTER = (SPOKEN_SAMPLE_RATE * MS_PER_CHARACTER) / 1000;
const LIVEKIT = {
  LIVEKIT_URL: "http://127.0.0.1:9",
  LIVEKIT_API_KEY: "test",
  LIVEKIT_API_SECRET: "a secret that is long enough for LiveKit",
};
const GREETING = "Hello Ada, this is Mira.";
const QUESTION = "What are your hours?";
const HOURS = "We are open on weekdays from nine in the morning until six in the evening.";

let platform: CallingPlatform;
let provider: HttpReceiver;
let line: Awaited<ReturnType<typeof openLine>>;
/** What the provider understands, one after another. */
let understood: string[];

beforeAll(async () => {
  [platform, provider] = await Promise.all([startCallingPlatform({}, LIVEKIT), startHttpReceiver()]);
  provider.answer = ({ url, body }, response) => {
    if (url.endsWith("/audio/transcriptions")) return respond(response, 200, { text: understood.shift() ?? "" });
    const { input } = JSON.parse(body);
    response.writeHead(200, { "content-type": "audio/pcm" });
    response.end(Buffer.alloc(2 * SAMPLES_PER_CHARACTER * input.length, 1));
  };
  line = await openLine(platform.api.baseUrl);
});
beforeEach(() => {
  understood = [];
});
afterAll(async () => {
  await line?.close();
  await platform?.close();
  await provider?.close();
});

/** The way to the API, which a test can break. */
const openLine = async (apiUrl: string) => {
  const { hostname, port } = new URL(apiUrl);
  const pairs = new Set<{ drop(): void; deafen(): void; mute(): void }>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const drop = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    const pair = { drop, deafen: () => void far.unpipe(near), mute: () => void near.unpipe(far) };
    pairs.add(pair);
    for (const socket of [near, far] satisfies Socket[]) socket.on("error", drop).on("close", drop);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const all = (what: "drop" | "deafen" | "mute") => {
    for (const pair of pairs) pair[what]();
  };
  return {
    url: `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    drop: () => all("drop"),
    /** Nothing of the API's comes any more. */
    deafen: () => all("deafen"),
    /** Nothing comes to the API any more. */
    mute: () => all("mute"),
    close: async () => {
      all("drop");
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

const frameOf = (loudness: number) => new Int16Array(FRAME_SAMPLES).fill(loudness);
/** More than begins a sentence, and more than ends one. */
const LOUD_FRAMES = 10;
/** A pause lasts for a second at most until it is told whether it is the end. */
const QUIET_FRAMES = 34;
/** More than is waited for before what was said so far is recognized. */
const PAUSE_FRAMES = 9;

const beginTalk = async () => {
  const { api, test } = platform;
  const organization = await openTalkingOrganization(platform, { script: [{ when: "hours", say: HOURS }] });
  const { organizationId, agentId } = organization;
  await createSpeechModelRows(test, { organizationId, baseUrl: `${provider.url}/v1` });
  const told_at = sql<Date>`now() + interval '1 day'`;
  const media = { uuid: randomUUID(), places: 1, taken: 0, told_at };
  await test.everything.insertInto("media_processes").values(media).execute();
  const body = { name: "WEB-1", mode: "smallwebrtc", initial_context: { name: "Ada" } };
  const params = { workflow_id: agentId };
  const { body: run } = await api.client(organization.owner).call(createRunOperation, { params, body });
  const { dependencies } = api;
  const settings = readAgentSettings({});
  const { secrets } = dependencies;
  const models = await test.database.inOrganization(organizationId, (tx) =>
    readSpeechModels(tx, { organizationId, settings, secrets }),
  );
  if (models === null) throw new Error("the organization has no models for speech");
  const hand = handSpeaker(SPOKEN_SAMPLE_RATE);
  let wantedMs = 0;
  const shown: ShownLine[] = [];
  let events: RoomEvents | null = null;
  const over = new AbortController();
  const endings: Ending[] = [];
  const address = { organizationId, runUuid: run.uuid };
  const done = runConversation(
    {
      ...dependencies,
      guardedRequests: createGuardedRequests(readOutboundPolicy("127.0.0.1")),
      prices: createPriceTable({}, {}),
      livekit: { url: "http://127.0.0.1:9", publicUrl: "http://127.0.0.1:9", apiKey: "test", apiSecret: "test" },
      apiUrl: api.baseUrl,
      slots: createCallSlots(1),
      newVoiceActivity: () => async (frame) => (Math.max(...frame) > 1000 ? 1 : 0),
    },
    {
      address,
      language: "en-US",
      voice: { voiceId: "alloy", speed: 1 },
      models,
      isRecorded: false,
      run: {
        id: run.id,
        organization_id: organizationId,
        uuid: run.uuid,
        direction: "inbound",
        carrier_call_id: null,
        isSpeechReserved: false,
      },
      isPhone: false,
      detectsMachine: false,
    },
    {
      room: {
        speaker: hand.speaker,
        listen: (given) => {
          events = given;
        },
        show: (line) => void shown.push(line),
        pressDigits: async () => {},
        leave: async () => {},
      },
      wordsUrl: `${line.url}/api/v1/talk/${signVoiceToken(dependencies, address)}`,
      end: (how) => {
        endings.push(how);
        over.abort();
      },
      signal: over.signal,
    },
  );
  const room = () => {
    if (events === null) throw new Error("nobody listens in the room");
    return events;
  };
  const hear = async (loudness: number, frames: number) => {
    for (let at = 0; at < frames; at += 1) await room().sound(frameOf(loudness));
  };
  const isShown = (wanted: object) => shown.some((each) => JSON.stringify(each) === JSON.stringify(wanted));
  const shows = (wanted: object) => waitUntil(`${JSON.stringify(wanted)} is shown`, () => isShown(wanted));
  const transcript = async () => {
    const named = { params: { workflow_id: agentId, run_id: run.id } };
    return (await api.client(organization.owner).call(readTranscriptOperation, named)).body;
  };
  return {
    room,
    transcript,
    shows,
    shown: isShown,
    hears: hear,
    endings,
    done,
    passes: hand.passes,
    /** Waits until sound for this much more text of the agent has been handed over to the line. */
    handsOver: async (text: string) => {
      wantedMs += text.length * MS_PER_CHARACTER;
      await waitUntil(`"${text}" is handed over`, () => Math.ceil(hand.handedOverMs()) >= wantedMs);
    },
    says: async (text: string) => {
      understood.push(text);
      await hear(9000, LOUD_FRAMES);
      await hear(0, QUIET_FRAMES);
    },
    keysKept: async () => {
      const { rows } = await sql<{ digits: string }>`
        select input->>'digits' as digits from conversation_turns where run_id = ${run.id} and input->>'kind' = 'digits'
      `.execute(test.everything);
      return rows.map(({ digits }) => digits);
    },
    wordsKept: async () => {
      const entries = await test.everything
        .selectFrom("conversation_entries")
        .select(["speaker", "text", "heard"])
        .where("run_id", "=", run.id)
        .where("discarded_at", "is", null)
        .orderBy("id")
        .execute();
      return entries.map(({ speaker, text, heard }) => `${speaker}: ${heard ?? text}`);
    },
  };
};

/** The agent has said hello, and the person has the word. */
const afterGreeting = async () => {
  const talk = await beginTalk();
  await talk.shows({ speaker: "agent", text: GREETING });
  await talk.handsOver(GREETING);
  talk.passes(GREETING.length * MS_PER_CHARACTER);
  await talk.shows({ speaker: "agent", done: true });
  return talk;
};

it("goes through sound and back, keeps of what was spoken over what was heard, and ends when the person leaves", async () => {
  const talk = await afterGreeting();
  await talk.says(QUESTION);
  await talk.shows({ speaker: "person", text: QUESTION });
  await talk.shows({ speaker: "agent", text: HOURS });
  await talk.handsOver(HOURS);
  talk.passes("We are open on".length * MS_PER_CHARACTER);
  await talk.says("And on Sundays?");
  await talk.shows({ speaker: "agent", heard: "We are open" });
  const kept = [`agent: ${GREETING}`, `person: ${QUESTION}`, "agent: We are open", "person: And on Sundays?"];
  await waitUntil("what was heard is kept", async () => (await talk.wordsKept()).slice(0, 4).join() === kept.join());
  talk.room().personLeft();
  await talk.done;
  expect(talk.endings).toEqual([{ kind: "person_left" }]);
});

it("has a sentence recognized in the pause that may end it, and takes it as said when the silence has lasted", async () => {
  const talk = await afterGreeting();
  provider.requests.length = 0;
  const recognitions = () => provider.requests.filter(({ url }) => url.endsWith("/audio/transcriptions")).length;
  understood.push("What are", QUESTION);
  await talk.hears(9000, LOUD_FRAMES);
  await talk.hears(0, PAUSE_FRAMES);
  await waitUntil("what was said so far is recognized", () => understood.length === 1);
  await talk.hears(9000, LOUD_FRAMES);
  await talk.hears(0, PAUSE_FRAMES);
  await waitUntil("all that was said is recognized", () => understood.length === 0);
  expect(talk.shown({ speaker: "person", text: QUESTION })).toBe(false);
  await talk.hears(0, QUIET_FRAMES - PAUSE_FRAMES);
  await talk.shows({ speaker: "person", text: QUESTION });
  await talk.shows({ speaker: "agent", text: HOURS });
  expect(recognitions()).toBe(2);
  expect(talk.shown({ speaker: "person", text: "What are" })).toBe(false);
  talk.room().personLeft();
  await talk.done;
});

it("keeps how long each part of a turn took, also of one that was spoken over, and none that nobody measured", async () => {
  const talk = await afterGreeting();
  await talk.says(QUESTION);
  await talk.shows({ speaker: "agent", text: HOURS });
  await talk.handsOver(HOURS);
  talk.passes("We are open on".length * MS_PER_CHARACTER);
  await talk.says("And on Sundays?");
  await talk.shows({ speaker: "agent", heard: "We are open" });
  const measured = await waitUntil("two turns are measured", async () => {
    const { turns } = await talk.transcript();
    return turns[1]?.response_ms === null || turns[1] === undefined ? null : turns;
  });
  const [greeting, answer] = measured;
  expect(greeting).toMatchObject({
    ...{ turn: 1, response_ms: null, heard_ms: null, end_of_turn_ms: null, recognized_ms: null, first_token_ms: null },
    first_sound_ms: expect.any(Number),
    spoken_ms: expect.any(Number),
  });
  expect(answer).toMatchObject({ turn: 2, heard_ms: expect.any(Number), spoken_ms: expect.any(Number) });
  const { end_of_turn_ms, recognized_ms, first_token_ms, first_words_ms, first_sound_ms, response_ms } = answer ?? {};
  const parts = [end_of_turn_ms, recognized_ms, first_token_ms, first_words_ms, first_sound_ms].map(Number);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(response_ms);
  const { entries } = await talk.transcript();
  expect(entries.find(({ text }) => text === QUESTION)?.turn).toBe(2);
  talk.room().personLeft();
  await talk.done;
});

const BREAKS = [
  { name: "had answered, unheard", breaks: () => line.deafen(), isAnswered: true },
  { name: "had not heard them", breaks: () => line.mute(), isAnswered: false },
];

it.each(BREAKS)(
  "answers a person's keys once, though the connection to the API was lost that $name",
  async ({ breaks, isAnswered }) => {
    const talk = await afterGreeting();
    breaks();
    for (const digit of "42#") talk.room().digit(digit);
    const answered = () =>
      waitUntil("they are answered", async () =>
        (await talk.wordsKept()).find((words, at) => at > 0 && words.startsWith("agent: ")),
      );
    if (isAnswered) await answered();
    line.drop();
    const text = (await answered()).replace("agent: ", "");
    await talk.shows({ speaker: "agent", text });
    await talk.handsOver(text);
    talk.passes(text.length * MS_PER_CHARACTER);
    expect(await talk.keysKept()).toEqual(["42"]);
    talk.room().personLeft();
    await talk.done;
  },
);

it.each(BREAKS)(
  "answers a person's words once, though the connection to the API was lost that $name",
  async ({ breaks, isAnswered }) => {
    const talk = await afterGreeting();
    breaks();
    await talk.says(QUESTION);
    await talk.shows({ speaker: "person", text: QUESTION });
    const kept = [`agent: ${GREETING}`, `person: ${QUESTION}`, `agent: ${HOURS}`];
    if (isAnswered) await waitUntil("it is answered", async () => (await talk.wordsKept()).join() === kept.join());
    line.drop();
    await talk.shows({ speaker: "agent", text: HOURS });
    await talk.handsOver(HOURS);
    talk.passes(HOURS.length * MS_PER_CHARACTER);
    await waitUntil("it is kept", async () => (await talk.wordsKept()).join() === kept.join());
    talk.room().personLeft();
    await talk.done;
  },
);
