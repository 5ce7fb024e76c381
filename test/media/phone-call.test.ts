import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { systemClock } from "../../infra/clock.ts";
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
import { testTokens } from "../harness/test-secrets.ts";
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
  {
    meetsMachine = false,
    hears = null as LineTone | null,
    pressesAtOnce = "",
    pressesBetween = "",
    /** What the API answers to one question after the other, before it answers no more. */
    answers = null as readonly object[] | null,
    joinOther = async (_carrierCallId: string): Promise<VoiceRoom> => {
      throw new Error("nobody takes this caller");
    },
  } = {},
) => {
  const runUuid = randomUUID();
  const happened: string[] = [];
  let asked = 0;
  others.answer = ({ url }, response) => {
    if (url.endsWith("/status")) happened.push("told");
    if (answers && /\/(answer|after)/.test(url)) {
      const told = answers[asked];
      asked += 1;
      if (told) respond(response, 200, told);
      return;
    }
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
    speaker: {
      play: async (samples) => void happened.push(`plays ${samples.length}`),
      waitingMs: () => 0,
      clear: () => {},
      silence: async () => {},
    },
    listen: (given) => {
      events = given;
      for (const digit of pressesAtOnce) given.digit(digit);
    },
    show: () => {},
    pressDigits: async (digits) => void happened.push(`presses ${digits}`),
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
        ...{ database: test.database, tokens: testTokens, clock: systemClock },
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
      joinOther,
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
  /** The addresses and the events of its questions, without the first. */
  const questions = () =>
    others.requests
      .filter(({ url, body }) => url.includes("/after") && JSON.parse(body).run === runUuid)
      .map(({ url, body }) => `${JSON.parse(body).turn.kind} at ${url.replace(/^.*\/after/, "")}`);
  return {
    questions,
    isTalking: () => isTalking,
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

describe("a caller who is handed to a person", () => {
  const after = (query: string) => `https://ringdown.example/api/v1/after?${query}`;
  const does = (next: object) => ({ say: [], language: "en-US", next });
  const HOLD = does({ kind: "hold", askUrl: after("hold=7"), seconds: 0.05 });
  const JOIN = does({ kind: "join", conference: "x", otherCallId: "other", afterUrl: after("round=1") });
  const FRAME = new Int16Array(512);
  const FRAME_PLAYED = 768;
  const WITH_LEAD = FRAME_PLAYED + 1440;

  /** The person's own room. */
  const openOtherRoom = () => {
    const heard: number[] = [];
    const pressed: string[] = [];
    const entered = Promise.withResolvers<RoomEvents>();
    let hasLeft = false;
    const room: VoiceRoom = {
      speaker: {
        play: async (samples) => void heard.push(samples.length),
        waitingMs: () => 50,
        clear: () => {},
        silence: async () => {},
      },
      listen: entered.resolve,
      show: () => {},
      pressDigits: async (digits) => void pressed.push(digits),
      leave: async () => {
        hasLeft = true;
      },
    };
    return { room, heard, pressed, entered: entered.promise, hasLeft: () => hasLeft };
  };

  it("is asked about again and again while they are on hold, and their keys are nobody's", async () => {
    const { events, done, questions, happened, isTalking } = await holdCall("asking", { answers: [HOLD, HOLD, RELAY] });
    events.digit("5");
    await waitUntil("it is asked twice", () => questions().length === 2);
    expect(questions()).toEqual(["silence at ?hold=7", "silence at ?hold=7"]);
    await waitUntil("the agent is back", isTalking);
    events.digit("6");
    events.personLeft();
    await done;
    expect(happened).not.toContain("key 5");
    expect(happened).toContain("key 6");
  });

  it("hears the person and is heard by them, in the room of each one's own call, until the person leaves", async () => {
    const other = openOtherRoom();
    const joined: string[] = [];
    const joinOther = async (carrierCallId: string) => {
      joined.push(carrierCallId);
      return other.room;
    };
    const { events, done, questions, happened } = await holdCall("asking", { answers: [JOIN], joinOther });
    const person = await other.entered;
    await events.sound(FRAME);
    await person.sound(FRAME);
    await person.sound(FRAME);
    expect(joined).toEqual(["other"]);
    expect(other.heard).toEqual([FRAME_PLAYED]);
    // Nothing waits to be played at the caller's: silence goes before the sound, so that it does not break off.
    expect(happened).toEqual([`plays ${WITH_LEAD}`, `plays ${WITH_LEAD}`]);
    person.personLeft();
    await waitUntil("it is told", () => questions().length === 1);
    expect(questions()).toEqual(["transfer_ended at ?round=1"]);
    expect(other.hasLeft()).toBe(true);
    events.personLeft();
    await done;
  });

  it("presses at the person's telephone what is pressed at theirs, and the other way round", async () => {
    const other = openOtherRoom();
    const { events, done, happened } = await holdCall("asking", { answers: [JOIN], joinOther: async () => other.room });
    const person = await other.entered;
    for (const digit of "12#") events.digit(digit);
    for (const digit of "34*") person.digit(digit);
    await waitUntil("both are pressed", () => other.pressed.length === 3 && happened.includes("presses *"));
    expect(other.pressed).toEqual(["1", "2", "#"]);
    expect(happened).toEqual(["presses 3", "presses 4", "presses *"]);
    events.personLeft();
    await done;
  });

  it.each(["cannot be entered", "is lost"])("is asked about where the person's room %s", async (how) => {
    const other = openOtherRoom();
    const joinOther = async () => {
      if (how === "is lost") return other.room;
      throw new Error("LiveKit is away");
    };
    const { events, done, questions } = await holdCall("asking", { answers: [JOIN], joinOther });
    if (how === "is lost") (await other.entered).failed(new Error("LiveKit has closed it"));
    await waitUntil("the API is asked", () => questions().length === 1);
    expect(questions()).toEqual(["silence at ?round=1"]);
    events.personLeft();
    await done;
  });

  it("leaves the person's room when they hang up", async () => {
    const other = openOtherRoom();
    const { events, done, endings, told } = await holdCall("asking", {
      answers: [JOIN],
      joinOther: async () => other.room,
    });
    await other.entered;
    events.personLeft();
    await done;
    expect(other.hasLeft()).toBe(true);
    expect(endings[0]).toEqual({ kind: "person_left" });
    expect(told().map(({ body }) => JSON.parse(body))).toMatchObject([{ event: "participant_left" }]);
  });
});

it("hangs up on whoever has taken a caller once the caller has left", async () => {
  const join = { kind: "join", conference: "x", otherCallId: null, afterUrl: "https://ringdown.example/api/v1/after" };
  const before = others.requests.length;
  const { done, questions } = await holdCall("asking", {
    answers: [
      { say: [], language: "en-US", next: join },
      { say: [], language: "en-US", next: { kind: "hang_up" } },
    ],
  });
  await done;
  expect(questions()).toEqual(["relay_ended at "]);
  expect(others.requests.slice(before).some(({ url }) => url.endsWith("/RemoveParticipant"))).toBe(true);
});
