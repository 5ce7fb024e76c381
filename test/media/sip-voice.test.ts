import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { buildPcmHeader } from "../../domain/recording/wav.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { untilOver } from "../api/conversations/talking-organization.ts";
import { receptionDefinition } from "../application/conversation/rig.ts";
import { createRecordingRow } from "../factories/recordings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { espeakSpeech } from "./espeak.ts";
import { hearRecordings } from "./recorded-sound.ts";
import { sipMissing } from "./sip-missing.ts";
import type * as SipParts from "./sip-rig.ts";
import { type SpeechStandIn, speechStandInMissing, startSpeechStandIn } from "./speech-stand-in.ts";
import { isProtectedBy, offeredKey, openWireTap } from "./srtp.ts";

/** Somebody at a telephone, whose sound goes over a SIP trunk and back. */
const missing =
  process.env["TEST_VOICE"] === undefined
    ? "`npm run test:voice` runs them"
    : (sipMissing() ?? (await speechStandInMissing()));
if (missing !== null) process.stderr.write(`\n*** SKIPPED: sound over a SIP trunk: ${missing}.\n\n`);
const whereHeard = missing === null ? describe : describe.skip;

const ENCRYPTED = { transport: "tls", media_encryption: "require" };
const DISCLOSURE = "this talk is recorded";
const GREETING = "good morning how can i help you";
const WISH = "i want to book a table for two people";
const QUESTION = "what time would you like to come tomorrow";
const MESSAGE = "please call us back tomorrow";
const ANNOUNCEMENT = "nobody is at home please speak after the tone";
const STORY = "it rains so much and i am tired of it";
const REPLY = "i am sorry to hear that";

/** Loaded where it is used, because what it loads would keep the process of skipped tests running. */
let sip: typeof SipParts;
let rig: SipParts.SipRig;
let speech: SpeechStandIn;
beforeAll(async () => {
  if (missing !== null) return;
  sip = await import("./sip-rig.ts");
  speech = await startSpeechStandIn([GREETING, DISCLOSURE, WISH, QUESTION, MESSAGE, ANNOUNCEMENT, STORY, REPLY]);
  rig = await sip.openSipRig({ speechUrl: speech.baseUrl });
});
afterEach(async () => {
  await rig?.clear();
});
afterAll(async () => {
  await rig?.close();
  await speech?.close();
});

whereHeard("a conversation over a SIP trunk", () => {
  const leavesMessage = {
    definition: receptionDefinition({ start: { greeting: GREETING } }),
    configurations: {
      max_user_idle_timeout: 300,
      voicemail_detection: { enabled: true, action: "leave_message", message: MESSAGE },
    },
    script: [{ when: "tired", say: REPLY }],
  };

  it("leaves its message after a beep, whatever was said before it, and ends as voicemail", async () => {
    const phone = await rig.startPhone();
    const { call } = await sip.openTrunkOrganization(rig, {
      behaviour: { answers: { soundPort: phone.soundPort } },
      agent: leavesMessage,
    });
    const runId = await call();
    await phone.notices(`heard ${GREETING}`);
    phone.say(STORY);
    // Words alone that are no mailbox's are a person's: they are answered, and no message is left.
    await phone.notices(`heard ${REPLY}`);
    expect(phone.noticed).not.toContain(`heard ${MESSAGE}`);
    phone.say("beep");
    await phone.notices(`heard ${MESSAGE}`);
    expect(await untilOver(rig.platform, runId)).toMatchObject({ state: "completed", outcome: "voicemail" });
  });

  it("says nothing over the words of a mailbox, and then leaves its message", async () => {
    const phone = await rig.startPhone();
    const { call } = await sip.openTrunkOrganization(rig, {
      behaviour: { answers: { soundPort: phone.soundPort } },
      agent: leavesMessage,
    });
    const runId = await call();
    phone.say(ANNOUNCEMENT);
    await phone.notices(`heard ${MESSAGE}`);
    const { noticed } = phone;
    expect(noticed).toContain("said");
    expect(noticed.lastIndexOf("voice", noticed.indexOf(`heard ${MESSAGE}`))).toBeGreaterThan(noticed.indexOf("said"));
    expect(await untilOver(rig.platform, runId)).toMatchObject({
      state: "completed",
      outcome: "voicemail",
      answered_by: "voicemail",
    });
    expect(phone.noticed.filter((line) => line.startsWith("heard"))).not.toContain(`heard ${REPLY}`);
  });

  it("goes through sound and back, is recorded, and ends when the platform hangs up", async () => {
    const phone = await rig.startPhone();
    const { trunk, call, hangUp } = await sip.openTrunkOrganization(rig, {
      behaviour: { answers: { soundPort: phone.soundPort } },
      agent: {
        definition: receptionDefinition({ start: { greeting: GREETING } }),
        configurations: { max_user_idle_timeout: 300, call_recording_enabled: true, disclosure: DISCLOSURE },
        script: [{ when: "table", say: QUESTION }],
      },
    });
    const runId = await call();
    await phone.notices(`heard ${DISCLOSURE}`);
    phone.say(WISH);
    await phone.notices(`heard ${QUESTION}`);
    await hangUp(runId);
    expect(await untilOver(rig.platform, runId)).toMatchObject({ state: "completed", outcome: "answered" });
    expect(trunk.invites()).toHaveLength(1);
    const turns = await rig.platform.test.everything
      .selectFrom("conversation_turns")
      .select("input")
      .where("run_id", "=", runId)
      .orderBy("number")
      .execute();
    expect(turns.map(({ input }) => input)).toMatchObject([{ kind: "begin" }, { kind: "speech", text: WISH }]);
    const agentSaid = [DISCLOSURE, GREETING, QUESTION];
    expect(await hearRecordings({ ...rig.platform, speech }, runId)).toEqual({
      bot_recording: [agentSaid],
      recording: [[WISH], agentSaid],
      user_recording: [[WISH]],
    });
  });
});

whereHeard("the sound of a call over a trunk", () => {
  const agent = {
    definition: receptionDefinition({ start: { greeting: GREETING } }),
    configurations: { max_user_idle_timeout: 300 },
  };
  const speakOverWire = async (encrypts: boolean) => {
    const tap = await openWireTap();
    try {
      const { trunk, call, hangUp } = await sip.openTrunkOrganization(rig, {
        behaviour: { answers: { soundPort: tap.port, ...(encrypts && { encrypts }) } },
        credentials: encrypts ? ENCRYPTED : {},
        agent,
      });
      const runId = await call();
      await waitUntil("sound has come", () => tap.packets.length > 50);
      await hangUp(runId);
      await untilOver(rig.platform, runId);
      return { key: offeredKey(trunk.received("INVITE")[0] ?? ""), packets: tap.packets };
    } finally {
      tap.close();
    }
  };

  it("is protected by the offered key in every packet where it has to be encrypted", async () => {
    const { key, packets } = await speakOverWire(true);
    expect(packets.filter((packet) => !isProtectedBy(key, packet))).toEqual([]);
    expect(packets.filter((packet) => isProtectedBy(Buffer.alloc(30), packet))).toEqual([]);
  });

  it("is protected for a caller by the key that they are answered with, where it has to be encrypted", async () => {
    const tap = await openWireTap();
    try {
      const { number, run, hangUp } = await sip.openCalledOrganization(rig, {
        credentials: { ...ENCRYPTED, inbound_addresses: "127.0.0.1" },
        agent,
      });
      const caller = await rig.callIn({ to: number, soundPort: tap.port, encrypts: true });
      await waitUntil("sound has come", () => tap.packets.length > 50);
      await hangUp((await run()).id);
      const key = offeredKey(caller.answers(200)[0] ?? "");
      expect(tap.packets.filter((packet) => !isProtectedBy(key, packet))).toEqual([]);
    } finally {
      tap.close();
    }
  });

  it("is clear otherwise", async () => {
    const { packets } = await speakOverWire(false);
    const header = 12;
    const samplesOfFrame = 160;
    expect(packets.every(({ length }) => length === header + samplesOfFrame)).toBe(true);
  });
});

whereHeard("somebody who calls in over a trunk", () => {
  it("is understood and answered again after they have put the call on hold", async () => {
    const phone = await rig.startPhone();
    const { number, run, hangUp } = await sip.openCalledOrganization(rig, {
      credentials: { inbound_addresses: "127.0.0.1" },
      agent: {
        definition: receptionDefinition({ start: { greeting: GREETING } }),
        configurations: { max_user_idle_timeout: 300 },
        script: [{ when: "table", say: QUESTION }],
      },
    });
    const caller = await rig.callIn({ to: number, soundPort: phone.soundPort, holds: "for a moment" });
    await waitUntil("both requests are taken", () => caller.answers(200).length === 3);
    phone.say(WISH);
    await phone.notices(`heard ${QUESTION}`);
    const { id } = await run();
    await hangUp(id);
    expect(await untilOver(rig.platform, id)).toMatchObject({ outcome: "answered" });
  });

  it("hears the whole greeting, is understood and answered", async () => {
    const phone = await rig.startPhone();
    const { number, run, hangUp } = await sip.openCalledOrganization(rig, {
      credentials: { inbound_addresses: "127.0.0.1" },
      agent: {
        definition: receptionDefinition({ start: { greeting: GREETING } }),
        configurations: { max_user_idle_timeout: 300 },
        script: [{ when: "table", say: QUESTION }],
      },
    });
    const caller = await rig.callIn({ to: number, soundPort: phone.soundPort });
    await phone.notices(`heard ${GREETING}`);
    phone.say(WISH);
    await phone.notices(`heard ${QUESTION}`);
    const { id } = await run();
    await hangUp(id);
    await caller.hears("BYE");
    expect(await untilOver(rig.platform, id)).toMatchObject({ state: "completed", outcome: "answered" });
  });
});

whereHeard("somebody who is called over a trunk", () => {
  it("hears a recording of the organization's own as its greeting", async () => {
    const phone = await rig.startPhone();
    const start = { greeting: "", greeting_type: "audio", greeting_recording_id: "welcome" };
    const { organizationId, call, hangUp } = await sip.openTrunkOrganization(rig, {
      behaviour: { answers: { soundPort: phone.soundPort } },
      agent: { definition: receptionDefinition({ start }), configurations: { max_user_idle_timeout: 300 } },
    });
    const { platform } = rig;
    const welcome = { organizationId, recordingId: "welcome", transcript: "Welcome." };
    const key = await createRecordingRow(platform.test, welcome);
    const samples = await espeakSpeech(WISH);
    const header = buildPcmHeader({ channels: 1, sampleRate: SPOKEN_SAMPLE_RATE, frames: samples.length / 2 });
    await platform.api.dependencies.objectStore.put(key, Buffer.concat([header, samples]), "audio/wav");
    const runId = await call();
    await phone.notices(`heard ${WISH}`);
    await hangUp(runId);
    expect(await untilOver(platform, runId)).toMatchObject({ outcome: "answered" });
  });
});

// The last one, because there is no media process afterwards.
whereHeard("calls over a trunk whose only media process is killed", () => {
  it("are hung up and end as voice_lost, and nobody is dialled again", async () => {
    const agent = {
      definition: receptionDefinition({ start: { greeting: GREETING } }),
      configurations: { max_user_idle_timeout: 300 },
    };
    const [dialled, calling] = [await rig.startPhone(), await rig.startPhone()];
    const out = await sip.openTrunkOrganization(rig, {
      behaviour: { answers: { soundPort: dialled.soundPort } },
      agent,
    });
    const outId = await out.call();
    const into = await sip.openCalledOrganization(rig, { credentials: { inbound_addresses: "127.0.0.1" }, agent });
    const caller = await rig.callIn({ to: into.number, soundPort: calling.soundPort });
    await Promise.all([dialled, calling].map((phone) => phone.notices(`heard ${GREETING}`)));
    await rig.killMedia();
    for (const id of [outId, (await into.run()).id])
      expect(await untilOver(rig.platform, id)).toMatchObject({ outcome: "answered", end_reason: "voice_lost" });
    await caller.hears("BYE");
    await waitUntil("the trunk is told that the call is over", () => out.trunk.received("BYE").length > 0);
    expect(out.trunk.invites()).toHaveLength(1);
    expect(await into.runs()).toHaveLength(1);
    expect(await into.missedCalls()).toEqual([]);
  });
});
