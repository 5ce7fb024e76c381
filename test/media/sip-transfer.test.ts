import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { letToolCallChannel } from "../api/calls/called-channel.ts";
import { legsOf, transferOf } from "../api/calls/transferring-organization.ts";
import { untilOver } from "../api/conversations/talking-organization.ts";
import { createAgentRows } from "../factories/agents.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sipMissing } from "./sip-missing.ts";
import type * as SipParts from "./sip-rig.ts";
import { superviseCaller } from "./sip-supervisor.ts";
import {
  callAndAsk,
  callAndPress,
  type HandedCaller,
  judgeCalls,
  judgeReturn,
  judgeTalk,
  LONGEST_SILENCE_MS,
  pitchOf,
  TONES,
  untilBriefed,
  untilHeard,
  untilTalking,
} from "./sip-transfer-rig.ts";
import type { ToneTelephone } from "./tone-telephone.ts";
import { startToneVoice, type ToneVoice } from "./tone-voice.ts";

/** A caller over a SIP trunk is handed to a person, as both hear it at their telephones and SIPp records it. */
const missing = process.env["TEST_VOICE"] === undefined ? "`npm run test:voice` runs them" : sipMissing();
if (missing !== null) process.stderr.write(`\n*** SKIPPED: warm transfers over a SIP trunk: ${missing}.\n\n`);
const whereCalled = missing === null ? describe : describe.skip;

/** What colleagues say; a sentence: the machine has no voice for them. */
const decisions =
  missing ?? (await import("./spoken-decisions.ts").then(({ makeDecisions }) => makeDecisions()).catch(String));
if (missing === null && typeof decisions === "string")
  process.stderr.write(`\n*** SKIPPED: spoken answers to a warm transfer: ${decisions}.\n\n`);
const whereSpoken = typeof decisions === "string" ? describe.skip : describe;

const telephones: ToneTelephone[] = [];
/** Loaded where it is used, because what it loads would keep the process of skipped tests running. */
let sip: typeof SipParts;
let rig: SipParts.SipRig;
let voice: ToneVoice;
beforeAll(async () => {
  if (missing !== null) return;
  sip = await import("./sip-rig.ts");
  voice = await startToneVoice(pitchOf);
  rig = await sip.openSipRig({ speechUrl: voice.baseUrl });
});
afterEach(async () => {
  for (const telephone of telephones.splice(0)) telephone.close();
  await rig?.clear();
});
afterAll(async () => {
  await rig?.close();
  await voice?.close();
});

const ask = (told: Parameters<typeof callAndAsk>[1]) => callAndAsk({ sip, rig, telephones }, told);
/** The person who is called may be told to be busy before the caller hears anything of the hold. */
const press = (told: Parameters<typeof callAndPress>[1]) => callAndPress({ sip, rig, telephones }, told);
const answering = (soundPort: number) => ({ answers: { soundPort, hangsUpWhenTold: true as const } });
const atPlatform = (soundPort: number) => ({ answers: { soundPort } });

whereCalled("a caller over a SIP trunk who is handed to a person", () => {
  it("is on hold meanwhile, hears nothing of the briefing, and talks with whoever takes the call", async () => {
    const call = await ask({ trunk: answering });
    await untilTalking(rig, call);
    await judgeTalk(rig, call);
  });

  it("may hang up on the person, whose call ends as well", async () => {
    const call = await ask({ trunk: atPlatform, callerHangsUp: true });
    await untilTalking(rig, call);
    await call.line.hangUp();
    expect(await untilOver(rig.platform, call.runId)).toMatchObject({ state: "completed", outcome: "answered" });
    await waitUntil("the person's call is ended", () => call.trunk.received("BYE").length > 0);
    await judgeCalls(rig, call);
  });

  it.each([
    { how: "says no", outcomes: ["declined"], trunk: atPlatform },
    { how: "hangs up in the middle", outcomes: ["hung_up"], trunk: answering },
    { how: "is a mailbox", outcomes: ["voicemail"], trunk: atPlatform },
  ])("is with the agent again when the person $how", async ({ how, outcomes, trunk }) => {
    const call = await ask({ trunk });
    await waitUntil("the briefing is heard", () => call.colleague.heardAt(TONES.briefing).length > 10);
    const since = performance.now();
    if (how === "says no") call.colleague.press("2");
    else if (how === "is a mailbox") call.colleague.beep();
    else await call.trunk.hangUp();
    await judgeReturn(rig, call, { outcomes, since });
  });

  it("is with the agent again when the person's line is busy", async () => {
    const call = await press({ trunk: () => ({ refuses: [486, "Busy Here"] }) });
    await judgeReturn(rig, call, { outcomes: ["busy"], since: call.askedMs });
  });

  it("is with the agent again when nobody answers", async () => {
    const call = await ask({ trunk: () => ({ rings: true }), config: { timeout: 8 } });
    await waitUntil("it no longer rings", () => call.trunk.received("CANCEL").length > 0);
    await judgeReturn(rig, call, { outcomes: ["no_answer"], since: performance.now() });
  });

  it("is with the agent again after everybody of a channel was called once", async () => {
    const call = await press({
      trunk: () => ({ refuses: [486, "Busy Here"] }),
      prepare: (organization) => letToolCallChannel(rig.platform, organization, [true, true]),
    });
    await waitUntil("both were called", () => call.trunk.invites().length === 2);
    await judgeReturn(rig, call, { outcomes: ["busy"], since: performance.now(), calls: 2 });
    const called = call.trunk.received("INVITE").map((each) => /^INVITE sip:(\+?\d+)/m.exec(each)?.[1]);
    expect(new Set(called).size).toBe(2);
  });
});

whereCalled("a caller over a SIP trunk who talks with a person", () => {
  it("is heard by a supervisor together with them, who cannot take the talk over", async () => {
    const call = await ask({ trunk: answering });
    const supervisor = await superviseCaller(rig, call);
    expect(supervisor.body.no_sound).toBeNull();
    await untilTalking(rig, call);
    const sinceMs = performance.now();
    await supervisor.hears("person", TONES.caller, sinceMs);
    await supervisor.hears("agent", TONES.colleague, sinceMs);
    expect(await supervisor.isRefusedToTakeOver()).toMatchObject({ status: 409, code: "call_being_transferred" });
    // Their call alone has one half of it.
    const [leg] = await legsOf(rig.platform, call.organization.organizationId);
    const ofLeg = await superviseCaller(rig, { ...call, runId: leg?.id ?? 0 });
    expect(ofLeg.body.no_sound).toMatch(/listen to the caller's call/);
    ofLeg.close();
    await judgeTalk(rig, call);
    supervisor.close();
  });

  it("presses keys that the person hears, and hears those of the person", async () => {
    const call = await ask({ trunk: answering });
    await untilTalking(rig, call);
    const pressEach = async (keys: string, from: ToneTelephone, to: ToneTelephone) => {
      for (const [at, key] of [...keys].entries()) {
        from.press(key);
        await waitUntil(`key ${at + 1} of ${keys} has come`, () => to.heardKeys().length > at);
      }
    };
    await pressEach("12#", call.caller, call.colleague);
    await pressEach("*90", call.colleague, call.caller);
    expect([call.colleague.heardKeys(), call.caller.heardKeys()]).toEqual(["12#", "*90"]);
    await judgeTalk(rig, call);
  });
});

whereSpoken("a caller over a SIP trunk whose colleague speaks", () => {
  beforeAll(async () => {
    await rig.startMedia({ hearsItself: true });
    await rig.killMedia();
  });
  afterAll(async () => {
    await rig.startMedia();
    await rig.killMedia();
  });
  /** Returns when the last word has been said. */
  const say = async ({ colleague }: HandedCaller, decision: "yes" | "no"): Promise<number> => {
    if (typeof decisions === "string") throw new Error(decisions);
    await untilBriefed({ colleague });
    return colleague.say(decisions[decision]);
  };
  const tell = (what: string, sinceMs: number) =>
    process.stderr.write(`${what} ${Math.round(performance.now() - sinceMs)} ms after the last word\n`);

  it("talks with whoever says yes", async () => {
    const call = await ask({ trunk: answering, hearsItself: true });
    let saidMs = 0;
    await untilTalking(rig, call, async () => {
      saidMs = await say(call, "yes");
    });
    tell("a spoken yes is carried out", saidMs);
    await judgeTalk(rig, call);
  });

  it("is with the agent again when the person says that they cannot", async () => {
    const call = await ask({ trunk: atPlatform, hearsItself: true });
    const since = await say(call, "no");
    await judgeReturn(rig, call, { outcomes: ["declined"], since });
    tell("a spoken no is carried out", since);
  });
});

whereCalled("a caller over a SIP trunk who is handed to another agent", () => {
  it("goes on with that one at once, and nobody is called", async () => {
    const { everything } = rig.platform.test;
    const call = await press({
      trunk: atPlatform,
      prepare: async (organization) => {
        const { agentId } = await createAgentRows(rig.platform.test, organization, { name: "Billing" });
        const config = JSON.stringify({ destination_source: "agent", destination: "", workflow_id: agentId });
        await everything
          .updateTable("tools")
          .set({ definition: sql`jsonb_set(definition, '{config}', (definition -> 'config') || ${config}::jsonb)` })
          .where("organization_id", "=", organization.organizationId)
          .execute();
      },
    });
    await waitUntil("the other agent has taken over", async () =>
      everything
        .selectFrom("timeline_events")
        .select("id")
        .where("run_id", "=", call.runId)
        .where(sql<string>`payload ->> 'event'`, "=", "transfer_agent")
        .executeTakeFirst(),
    );
    await untilHeard(call.caller, TONES.words, call.askedMs);
    await call.organization.hangUp(call.runId);
    await call.line.hears("BYE");
    await judgeCalls(rig, { ...call, calls: 0 });
  });
});

whereCalled("a caller over a SIP trunk who hangs up on hold", () => {
  it("has the ringing call taken back", async () => {
    const call = await ask({ trunk: () => ({ rings: true }), callerHangsUp: true });
    await waitUntil("it rings", () => call.trunk.received("INVITE").length > 0);
    await call.line.hangUp();
    expect(await untilOver(rig.platform, call.runId)).toMatchObject({ outcome: "answered" });
    await waitUntil("it is taken back", () => call.trunk.received("CANCEL").length > 0);
    await judgeCalls(rig, call);
    expect(await transferOf(rig.platform, call.runId)).toMatchObject({ state: "over", outcome: "caller_left" });
  });

  it("has the person told that nobody waits any more", async () => {
    const call = await ask({ trunk: atPlatform, callerHangsUp: true });
    await waitUntil("the briefing is heard", () => call.colleague.heardAt(TONES.briefing).length > 10);
    await call.line.hangUp();
    expect(await untilOver(rig.platform, call.runId)).toMatchObject({ outcome: "answered" });
    await judgeCalls(rig, call);
    expect(await transferOf(rig.platform, call.runId)).toMatchObject({ state: "over", outcome: "caller_left" });
  });
});

// The last ones, because other media processes go on.
whereCalled("a caller over a SIP trunk whose media process is killed", () => {
  it("is on hold again within ten seconds while somebody is called", async () => {
    const call = await ask({ trunk: () => ({ rings: true }), config: { timeout: 60 } });
    await waitUntil("it rings", () => call.trunk.received("INVITE").length > 0);
    await rig.startMedia();
    await rig.killMedia();
    const killedMs = performance.now();
    const [holdMs = 0] = await untilHeard(call.caller, TONES.hold, killedMs + 1000);
    process.stderr.write(`a caller on hold hears something again ${Math.round(holdMs - killedMs)} ms after a kill\n`);
    expect(call.caller.longestSilenceMs(call.askedMs, holdMs)).toBeLessThan(LONGEST_SILENCE_MS);
    await call.organization.hangUp(call.runId);
    await call.line.hears("BYE");
    await judgeCalls(rig, call);
  });

  it("is connected all the same when the person hears the briefing meanwhile", async () => {
    const call = await ask({ trunk: answering });
    await waitUntil("the briefing is heard", () => call.colleague.heardAt(TONES.briefing).length > 10);
    await rig.startMedia();
    await rig.killMedia();
    const killedMs = performance.now();
    await untilHeard(call.colleague, TONES.briefing, killedMs + 1000);
    await untilTalking(rig, call);
    await judgeTalk(rig, call);
  });

  it("is connected all the same when the person has just said yes", async () => {
    const call = await ask({ trunk: answering });
    await waitUntil("the briefing is heard", () => call.colleague.heardAt(TONES.briefing).length > 10);
    await rig.startMedia();
    call.colleague.press("1");
    await waitUntil("they have said yes", async () =>
      ["accepted", "connected"].includes((await transferOf(rig.platform, call.runId))?.state ?? ""),
    );
    await rig.killMedia();
    call.caller.sing(TONES.caller);
    call.colleague.sing(TONES.colleague);
    const [heardMs = 0] = await untilHeard(call.caller, TONES.colleague);
    await untilHeard(call.colleague, TONES.caller);
    expect(call.caller.longestSilenceMs(call.askedMs, heardMs)).toBeLessThan(LONGEST_SILENCE_MS);
    await judgeTalk(rig, call);
  });

  it("hears the person again within ten seconds when they talk", async () => {
    const call = await ask({ trunk: answering });
    await untilTalking(rig, call);
    await rig.startMedia();
    const killedMs = performance.now();
    await rig.killMedia();
    const [againMs = 0] = await untilHeard(call.caller, TONES.colleague, killedMs + 1000);
    process.stderr.write(`two people hear each other again ${Math.round(againMs - killedMs)} ms after a kill\n`);
    expect(call.caller.longestSilenceMs(killedMs, againMs)).toBeLessThan(LONGEST_SILENCE_MS);
    await untilHeard(call.colleague, TONES.caller, againMs);
    await judgeTalk(rig, call);
  });
});
