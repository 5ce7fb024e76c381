import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CallInstructions, TurnEvent } from "../../../domain/call/call-instructions.ts";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createSpeechModelRows } from "../../factories/speech-models.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import { transferTool } from "../../factories/transfer-tool.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startPlivoByHand } from "../conversations/drivers/carriers/plivo.by-hand.ts";
import { startSipByHand } from "../conversations/drivers/carriers/sip.by-hand.ts";
import { startTelnyxByHand } from "../conversations/drivers/carriers/telnyx.by-hand.ts";
import { startTwilioByHand } from "../conversations/drivers/carriers/twilio.by-hand.ts";
import { startVonageByHand } from "../conversations/drivers/carriers/vonage.by-hand.ts";
import { createDelivery } from "../conversations/drivers/deliver.ts";
import type { HandCall, HandCarrier } from "../conversations/drivers/hand-carrier.ts";
import { standInForMedia } from "../conversations/drivers/media-stand-in.ts";
import { openRelayEar, type RelayEar } from "../conversations/drivers/relay-ear.ts";
import { openTalkingOrganization } from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";
import { transferOf } from "./transferring-organization.ts";

/** A warm transfer at carriers that are played by hand: a caller and a colleague, each on a telephone. */
let platform: CallingPlatform;
/** Ends what is there in the place of a media process, whose part in calls over a trunk the test plays. */
let endMedia: () => Promise<void>;
let carriers: Readonly<Record<"twilio" | "telnyx" | "plivo" | "vonage" | "sip", HandCarrier>>;

beforeAll(async () => {
  const [twilio, telnyx, plivo, vonage, sip] = await Promise.all([
    startTwilioByHand(),
    startTelnyxByHand(),
    startPlivoByHand(),
    startVonageByHand(),
    startSipByHand(),
  ]);
  carriers = { twilio, telnyx, plivo, vonage, sip };
  platform = await startCallingPlatform(
    {},
    {
      CARRIER_TWILIO_BASE_URL: twilio.gate.url,
      CARRIER_TELNYX_BASE_URL: telnyx.gate.url,
      CARRIER_PLIVO_BASE_URL: plivo.gate.url,
      CARRIER_VONAGE_BASE_URL: vonage.gate.url,
      ...sip.settings,
    },
  );
  endMedia = await standInForMedia(platform);
});
afterAll(async () => {
  await endMedia();
  await platform.close();
  await Promise.all(Object.values(carriers).map((carrier) => carrier.close()));
});

const OURS = "+12025550100";
let lastNumber = 0;

const open = async (carrier: HandCarrier, colleague: string, account: { turn_by_turn: boolean }) => {
  const organization = await openTalkingOrganization(platform, {
    tools: {
      colleague: { ...transferTool, config: { ...transferTool.config, mode: "warm", destination: colleague } },
    },
    script: [
      { when: "colleague", call: { name: "colleague", arguments: { briefing: "Ada asks about her invoice." } } },
      { when: "Nobody could be connected", say: "I am sorry, nobody can take your call now." },
    ],
  });
  const { organizationId, simulatorAccountId: telephonyAccountId } = organization;
  const credentials = { ...carrier.credentials, ...account };
  await platform.test.everything
    .updateTable("telephony_configurations")
    .set({ provider: carrier.provider, ...sealCredentials(credentials, { organizationId, secrets: testSecrets }) })
    .where("id", "=", telephonyAccountId)
    .execute();
  await createPhoneNumberRow(platform.test, { organizationId, telephonyAccountId, e164: OURS, isDefault: true });
  if (carrier.platformSpeaks)
    await createSpeechModelRows(platform.test, { organizationId, baseUrl: "http://127.0.0.1:9" });
  return organization;
};

/** A telephone that is asked for its next step, and remembers what it was told. */
const telephone = async (call: HandCall) => {
  await call.tellProgress();
  let now: CallInstructions = await call.ask({ kind: "begin", answeredBy: null }, null);
  const heard = [...now.say];
  return {
    heard: () => heard.join(" "),
    step: () => now.next,
    does: async (event: TurnEvent): Promise<CallInstructions["next"]> => {
      now = await call.ask(event, now.next);
      heard.push(...now.say);
      return now.next;
    },
    end: () => call.end({ told: true }),
  };
};

/** A telephone whose carrier relays words: it is connected again wherever it is told to be. */
const relayTelephone = async (call: HandCall) => {
  await call.tellProgress();
  const heard: string[] = [];
  let ear: RelayEar | null = null;
  let now: CallInstructions = await call.ask({ kind: "begin", answeredBy: null }, null);
  const listen = async (): Promise<void> => {
    if (!ear) return;
    const { words, then } = await ear.hear();
    heard.push(...words);
    if (then === "listen") return;
    ear = null;
    await obey(await call.ask({ kind: "relay_ended" }, now.next));
  };
  const obey = async (told: CallInstructions): Promise<void> => {
    now = told;
    heard.push(...now.say.map(String));
    if (now.next.kind !== "relay") return;
    const { webSocketUrl } = now.next;
    ear = openRelayEar(webSocketUrl, call.handshake(webSocketUrl), { answeredBy: null });
    await listen();
  };
  await obey(now);
  return {
    heard: () => heard.join(" "),
    step: () => now.next,
    sends: async (frame: object): Promise<CallInstructions["next"]> => {
      ear?.send(frame);
      // Each of these answers ends the relay, after the last words.
      while (ear) await listen();
      return now.next;
    },
    /** Asks anew from the beginning, as a media process that has taken the call up. */
    begins: async (): Promise<CallInstructions["next"]> => {
      await obey(await call.ask({ kind: "begin", answeredBy: null }, null));
      // A relay that is opened for whoever has said yes ends at once.
      while (ear) await listen();
      return now.next;
    },
    asks: async (event: TurnEvent): Promise<CallInstructions["next"]> => {
      await obey(await call.ask(event, now.next));
      return now.next;
    },
    waits: async (): Promise<CallInstructions["next"]> => {
      // Carriers wait for seconds; what is asked again within one is taken for a repetition.
      const askedAt = Math.floor(Date.now() / 1000);
      await waitUntil("the next second", () => Math.floor(Date.now() / 1000) > askedAt);
      await obey(await call.ask({ kind: "silence" }, now.next));
      return now.next;
    },
    end: () => call.end({ told: true }),
  };
};

const dial = async (carrier: HandCarrier, account: { turn_by_turn: boolean }) => {
  lastNumber += 10;
  const [number, colleague] = [`+1415555${3000 + lastNumber}`, `+1415555${3001 + lastNumber}`];
  const organization = await open(carrier, colleague, account);
  carrier.prepare(number);
  carrier.prepare(colleague);
  const calling = organization.call({}, number);
  const dialled = (to: string) => waitUntil(`${to} is called`, () => carrier.find(to, createDelivery({})) ?? undefined);
  const caller = await dialled(number);
  return { runId: await calling, caller, colleague: () => dialled(colleague) };
};

const begin = async (carrier: HandCarrier) => {
  const { runId, colleague, ...calls } = await dial(carrier, { turn_by_turn: true });
  const caller = await telephone(calls.caller);
  await caller.does({ kind: "speech", text: "Give me a colleague", confidence: 0.9 });
  while (caller.step().kind === "listen") await caller.does({ kind: "silence" });
  expect(caller.step().kind).toBe("hold");
  return { runId, caller, colleague: await telephone(await colleague()) };
};

describe.each(["twilio", "plivo", "vonage"] as const)("a warm transfer over %s", (name) => {
  it("tells the person what it is about and connects both", async () => {
    const { runId, caller, colleague } = await begin(carriers[name]);
    expect(colleague.heard()).toContain("Ada asks about her invoice.");
    expect(await caller.does({ kind: "silence" })).toMatchObject({ kind: "hold" });
    expect(caller.heard()).toMatch(/trying/);
    const conference = (await transferOf(platform, runId))?.uuid;
    expect(await colleague.does({ kind: "digits", digits: "1" })).toMatchObject({ kind: "join", conference });
    expect(await caller.does({ kind: "silence" })).toMatchObject({ kind: "join", conference });
    // A repeated request gets the same answer.
    expect(await transferOf(platform, runId)).toMatchObject({ state: "connected", outcome: "connected" });
    await waitUntil("they have talked", async () => {
      const row = await transferOf(platform, runId);
      return Date.now() - (row?.connected_at?.getTime() ?? Date.now()) > 2000;
    });
    await colleague.end();
    expect(await caller.does({ kind: "transfer_ended", outcome: "answered" })).toEqual({ kind: "hang_up" });
    await caller.end();
    await waitUntil("the transfer is over", async () => (await transferOf(platform, runId))?.state === "over");
  });

  it("goes back to the caller when the person says no", async () => {
    const { runId, caller, colleague } = await begin(carriers[name]);
    expect(await colleague.does({ kind: "speech", text: "No, I cannot", confidence: 0.9 })).toEqual({
      kind: "hang_up",
    });
    await colleague.end();
    await caller.does({ kind: "silence" });
    while (caller.step().kind === "listen" && !caller.heard().includes("nobody can take")) {
      await caller.does({ kind: "silence" });
    }
    expect(caller.heard()).toContain("I am sorry, nobody can take your call now.");
    expect(await transferOf(platform, runId)).toMatchObject({ state: "over", outcome: "declined" });
    await caller.end();
  });
});

describe.each(["twilio", "telnyx", "sip"] as const)("a warm transfer over the relay of %s", (name) => {
  const beginOverRelay = async () => {
    const { runId, colleague, ...calls } = await dial(carriers[name], { turn_by_turn: false });
    const caller = await relayTelephone(calls.caller);
    await caller.sends({ type: "prompt", voicePrompt: "Give me a colleague", lang: "en-US", last: true });
    expect(caller.step().kind).toBe("hold");
    return { runId, caller, colleague: await relayTelephone(await colleague()) };
  };

  it("tells the person what it is about and connects both", async () => {
    const { runId, caller, colleague } = await beginOverRelay();
    expect(colleague.heard()).toContain("Ada asks about her invoice.");
    for (let times = 0; times < 3; times += 1) expect(await caller.waits()).toMatchObject({ kind: "hold" });
    expect(caller.heard()).toMatch(/trying/);
    expect(await colleague.sends({ type: "dtmf", digit: "1" })).toMatchObject({ kind: "join", otherCallId: null });
    expect(await caller.waits()).toMatchObject({ kind: "join" });
    expect(await transferOf(platform, runId)).toMatchObject({ state: "connected", outcome: "connected" });
    await colleague.end();
    await caller.end();
    await waitUntil("the transfer is over", async () => (await transferOf(platform, runId))?.state === "over");
  });

  it("goes back to the caller when the person says no", async () => {
    const { runId, caller, colleague } = await beginOverRelay();
    const no = { type: "prompt", voicePrompt: "No, I cannot", lang: "en-US", last: true };
    expect(await colleague.sends(no)).toEqual({ kind: "hang_up" });
    await colleague.end();
    await caller.waits();
    expect(caller.heard()).toContain("I am sorry, nobody can take your call now.");
    expect(await transferOf(platform, runId)).toMatchObject({ state: "over", outcome: "declined" });
    await caller.end();
  });

  it("goes back to the caller when a mailbox says what it is", async () => {
    const { runId, caller, colleague } = await beginOverRelay();
    const voicePrompt = "You have reached the mailbox of Grace. Please leave a message after the tone.";
    expect(await colleague.sends({ type: "prompt", voicePrompt, lang: "en-US", last: true })).toEqual({
      kind: "hang_up",
    });
    await colleague.end();
    await caller.waits();
    expect(await transferOf(platform, runId)).toMatchObject({ state: "over", outcome: "voicemail" });
    await caller.end();
  });
});

describe("a warm transfer over a SIP trunk, whose media process is killed", () => {
  it("has the caller on hold, and then with the person, and hangs up on the person when the caller has left", async () => {
    const { runId, colleague, ...calls } = await dial(carriers.sip, { turn_by_turn: false });
    const caller = await relayTelephone(calls.caller);
    await caller.sends({ type: "prompt", voicePrompt: "Give me a colleague", lang: "en-US", last: true });
    const person = await relayTelephone(await colleague());
    expect(await caller.begins()).toMatchObject({ kind: "hold" });
    expect(await person.sends({ type: "dtmf", digit: "1" })).toMatchObject({ kind: "join", otherCallId: null });
    const legUuid = (await transferOf(platform, runId))?.leg_uuid;
    const joined = { kind: "join", otherCallId: legUuid };
    expect(await caller.waits()).toMatchObject(joined);
    // Either of them goes on where they were.
    expect(await caller.begins()).toMatchObject(joined);
    expect(await caller.asks({ kind: "silence" })).toMatchObject(joined);
    expect(await person.begins()).toMatchObject({ kind: "join", otherCallId: null });
    expect(await person.asks({ kind: "relay_ended" })).toMatchObject({ kind: "join", otherCallId: null });
    await caller.end();
    await waitUntil("the transfer is over", async () => (await transferOf(platform, runId))?.state === "over");
    expect(await person.asks({ kind: "relay_ended" })).toEqual({ kind: "hang_up" });
    await person.end();
  });
});
