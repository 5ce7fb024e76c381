import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createGuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../infra/guarded-request/outbound-policy.ts";
import { createLogger } from "../../infra/logger.ts";
import { createPriceTable } from "../../infra/telephony/price-table.ts";
import type { ActiveCall, Ending } from "../../media/active-call.ts";
import type { LineTone } from "../../media/hearing/line-tones.ts";
import { runPhoneCall } from "../../media/phone-call.ts";
import type { RoomEvents, VoiceRoom } from "../../media/room/voice-room.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../harness/http-receiver.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** The API and LiveKit's; what is asked of them is kept. */
let others: HttpReceiver;
let test: TestDatabase;
beforeAll(async () => {
  [others, test] = await Promise.all([startHttpReceiver(), createTestDatabase()]);
});
afterAll(async () => {
  await others.close();
  await test.drop();
});

const RELAY = {
  say: [],
  language: "en-US",
  next: {
    kind: "relay",
    webSocketUrl: "wss://ringdown.example/api/v1/talk/x",
    afterUrl: "https://ringdown.example/api/v1/after",
  },
};
/** While the API is still asked what to do, or while the agent talks with the person. */
type Moment = "asking" | "talking";

/** Holds a call in this process, in a room that a test has in its hands; resolves at the moment. */
const holdCall = async (
  moment: Moment,
  { meetsMachine = false, hears = null as LineTone | null, pressesAtOnce = "", pressesBetween = "" } = {},
) => {
  const runUuid = randomUUID();
  const happened: string[] = [];
  others.answer = ({ url }, response) => {
    if (url.endsWith("/status")) happened.push("told");
    if (url.endsWith("/after")) {
      for (const digit of pressesBetween) events?.digit(digit);
      return respond(response, 200, RELAY);
    }
    if (!url.endsWith("/answer")) return respond(response, 200, {});
    if (moment === "talking") respond(response, 200, RELAY);
  };
  let events: RoomEvents | null = null;
  let isTalking = false;
  let talksToEnd = pressesBetween === "" ? 0 : 1;
  const room: VoiceRoom = {
    speaker: { play: async () => {}, waitingMs: () => 0, clear: () => {}, silence: async () => {} },
    listen: (given) => {
      events = given;
      for (const digit of pressesAtOnce) given.digit(digit);
    },
    show: () => {},
    pressDigits: async () => {},
    leave: async () => {},
  };
  const endings: Ending[] = [];
  const over = new AbortController();
  const end = (how: Ending) => {
    endings.push(how);
    over.abort();
  };
  const choice = { provider: "openai", baseUrl: others.url, apiKey: null, script: [], model: "a-voice" };
  const done = runPhoneCall(
    {
      deps: {
        livekit: { url: others.url, publicUrl: others.url, apiKey: "key", apiSecret: "a secret that is long enough" },
        apiUrl: others.url,
        logger: createLogger("media", { level: "silent", secrets: [] }),
        database: test.database,
        guardedRequests: createGuardedRequests(readOutboundPolicy("127.0.0.1")),
        prices: createPriceTable({}, {}),
      },
      call: {
        address: { organizationId: 1, runUuid },
        language: "en-US",
        voice: { voiceId: "alloy", speed: 1 },
        models: { tts: choice, stt: choice },
        isRecorded: false,
        run: {
          id: 1,
          organization_id: 1,
          uuid: runUuid,
          direction: "outbound",
          carrier_call_id: null,
          isSpeechReserved: false,
        },
        isPhone: true,
        detectsMachine: true,
      },
      runConversation: (held) => {
        if (talksToEnd > 0) {
          talksToEnd -= 1;
          return endAtOnce(held, (what) => happened.push(what));
        }
        isTalking = true;
        if (meetsMachine) held.onMachine?.();
        if (hears !== null) held.onTone?.(hears);
        return listenUntilOver(held, (what) => happened.push(what));
      },
      releaseSlot: () => void happened.push("place left"),
    },
    { room, end, signal: over.signal },
  );
  const isAsked = () => others.requests.some(({ url }) => url.endsWith(`/${runUuid}/answer`));
  return {
    events: await waitUntil(`the call is at ${moment}`, () => (moment === "asking" ? isAsked() : isTalking) && events),
    done,
    endings,
    happened,
    told: () => others.requests.filter(({ url }) => url.endsWith(`/${runUuid}/status`)),
  };
};

/** A conversation whose agent hands the person over, which fails. */
const endAtOnce = async (held: ActiveCall, note: (what: string) => void): Promise<void> => {
  const talk = listenUntilOver({ ...held, signal: AbortSignal.abort() }, (what) => note(`${what} too late`));
  held.end({ kind: "over" });
  await Promise.race([talk, Promise.resolve()]);
};

/** The part that a conversation with sound has. */
const listenUntilOver = ({ room, end, signal }: ActiveCall, note: (what: string) => void): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
    room.listen({
      sound: async () => {},
      soundMissing: () => note("sound missing"),
      soundEnded: () => note("sound ended"),
      written: () => {},
      digit: (digit) => note(`key ${digit}`),
      personLeft: () => end({ kind: "person_left" }),
      failed: (error) => end({ kind: "failed", error }),
    });
  });

it("reports an answering machine as soon as its beep was heard, once", async () => {
  const { events, done, told } = await holdCall("talking", { meetsMachine: true });
  await waitUntil("the machine is told", () => told().length > 0);
  events.failed(new Error("LiveKit is gone"));
  await done;
  expect(told().map(({ body }) => JSON.parse(body))).toMatchObject([{ event: "call_machine" }]);
});

it.each([
  { tone: "busy", hangsUp: true },
  { tone: "sit_vacant", hangsUp: false },
] as const)(
  "reports that the network's tone is $tone, and hangs up only where nobody speaks after it",
  async (heard) => {
    const before = others.requests.length;
    const { events, done, told } = await holdCall("talking", { hears: heard.tone });
    await waitUntil("the tone is told", () => told().length > 0);
    const isHungUp = () => others.requests.slice(before).some(({ url }) => url.endsWith("/RemoveParticipant"));
    if (heard.hangsUp) await waitUntil("the line is hung up", isHungUp);
    else expect(isHungUp()).toBe(false);
    events.failed(new Error("LiveKit is gone"));
    await done;
    expect(told().map(({ body }) => JSON.parse(body))).toMatchObject([
      { event: "call_tone", participant: { attributes: { "ringdown.tone": heard.tone } } },
    ]);
  },
);

it("hands on the keys that were pressed before the conversation, once, and gaps and the end of the person's sound", async () => {
  const { events, done, happened } = await holdCall("talking", { pressesAtOnce: "42" });
  events.digit("1");
  events.soundMissing();
  events.soundEnded();
  expect(happened).toEqual(["key 4", "key 2", "key 1", "sound missing", "sound ended"]);
  events.failed(new Error("LiveKit is gone"));
  await done;
});

it("hands on the keys that were pressed between two conversations", async () => {
  const { events, done, happened } = await holdCall("talking", { pressesBetween: "7" });
  expect(happened).toEqual(["key 7"]);
  events.failed(new Error("LiveKit is gone"));
  await done;
});

describe.each(["asking", "talking"] as const)("a call over a SIP trunk, while %s", (moment) => {
  it("is told as left by the person who hangs up, after its place is free for the next call", async () => {
    const { events, done, endings, happened, told } = await holdCall(moment);
    events.personLeft();
    await done;
    expect(endings).toEqual([{ kind: "person_left" }]);
    expect(happened).toEqual(["place left", "told"]);
    expect(told().map(({ body }) => JSON.parse(body))).toMatchObject([{ event: "participant_left" }]);
  });

  it("is not told as over when this process has lost LiveKit: the person may still be there", async () => {
    const { events, done, endings, told } = await holdCall(moment);
    const error = new Error("LiveKit has closed the room of a call");
    events.failed(error);
    // Later events of the room are no news of the person.
    events.personLeft();
    await done;
    expect(endings[0]).toEqual({ kind: "failed", error });
    expect(told()).toEqual([]);
  });
});
