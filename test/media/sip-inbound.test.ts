import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { untilOver } from "../api/conversations/talking-organization.ts";
import { transferTool } from "../factories/transfer-tool.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sipMissing } from "./sip-missing.ts";
import type * as SipParts from "./sip-rig.ts";
import { offeredKey } from "./srtp.ts";
import { openTelephoneLine, soundPortOf } from "./telephone-line.ts";

/** Calls that come in over a SIP trunk, as SIPp records them. */
const missing = process.env["TEST_VOICE"] === undefined ? "`npm run test:voice` runs them" : sipMissing();
if (missing !== null) process.stderr.write(`\n*** SKIPPED: calls in over a SIP trunk: ${missing}.\n\n`);
const whereCalled = missing === null ? describe : describe.skip;

const NOBODY_SPEAKS = "http://127.0.0.1:9";
const FROM_HERE = { inbound_addresses: "127.0.0.1" };
const FROM_ELSEWHERE = { inbound_addresses: "203.0.113.7" };
const ENCRYPTED = { ...FROM_HERE, transport: "tls", media_encryption: "require" };
const PROOF = { username: "the-trunk", password: "the-trunks-own" };
const BY_DIGEST = { inbound_username: PROOF.username, inbound_password: PROOF.password };
/** LiveKit SIP's answer to somebody with whom it shares no way to encrypt. */
const NO_COMMON_KEY = 400;
const KEY = "7";
const TRANSFERRING = {
  tools: { colleague: transferTool },
  script: [{ when: KEY, call: { name: "colleague" } }],
  configurations: { max_user_idle_timeout: 300 },
};
const PATIENT = { configurations: { max_user_idle_timeout: 300 } };

/** Loaded where it is used, because what it loads would keep the process of skipped tests running. */
let sip: typeof SipParts;
let rig: SipParts.SipRig;
beforeAll(async () => {
  if (missing !== null) return;
  sip = await import("./sip-rig.ts");
  rig = await sip.openSipRig({ speechUrl: NOBODY_SPEAKS });
});
afterEach(async () => {
  await rig?.clear();
});
afterAll(async () => {
  await rig?.close();
});

/** LiveKit SIP gives callers whom no trunk admits no answer at all: those who call after them have theirs before. */
const expectNoAnswer = async (call: { to: string; claimsToBeAt?: string }) => {
  const stranger = await rig.callIn(call);
  await stranger.hears(100);
  const { number, run, hangUp } = await sip.openCalledOrganization(rig, { credentials: FROM_HERE, agent: PATIENT });
  await (await rig.callIn({ to: number })).hears(200);
  await hangUp((await run()).id);
  expect(stranger.answers(200)).toEqual([]);
};

whereCalled("a call that comes in over a SIP trunk", () => {
  it("is answered by the number's agent, and is over when the caller hangs up", async () => {
    const { number, saved, run, runs, agentId } = await sip.openCalledOrganization(rig, {
      credentials: FROM_HERE,
      agent: PATIENT,
    });
    expect(saved.provider_sync).toEqual({ ok: true, message: null });
    const caller = await rig.callIn({ to: number, hangsUp: true });
    await caller.hears(200);
    const { id } = await run();
    await sip.untilWords(rig, id);
    await caller.hangUp();
    expect(await untilOver(rig.platform, id)).toMatchObject({
      direction: "inbound",
      agent_id: agentId,
      caller_number: "+14155550100",
      called_number: number,
      state: "completed",
      outcome: "answered",
    });
    expect(await runs()).toHaveLength(1);
  });

  it("is ended by the platform, which tells the caller", async () => {
    const { number, run, hangUp } = await sip.openCalledOrganization(rig, { credentials: FROM_HERE, agent: PATIENT });
    const caller = await rig.callIn({ to: number });
    await caller.hears(200);
    const { id } = await run();
    await sip.untilTalking(rig, id);
    await hangUp(id);
    await caller.hears("BYE");
    expect(await untilOver(rig.platform, id)).toMatchObject({ state: "completed", outcome: "answered" });
  });

  it("makes one run, also when the trunk sends its INVITE again", async () => {
    const { number, run, runs, missedCalls, hangUp } = await sip.openCalledOrganization(rig, {
      credentials: FROM_HERE,
      agent: PATIENT,
    });
    const caller = await rig.callIn({ to: number, repeatsInvite: true });
    await caller.hears(486);
    const { id } = await run();
    await sip.untilTalking(rig, id);
    await hangUp(id);
    await caller.hears("BYE");
    expect(await untilOver(rig.platform, id)).toMatchObject({ outcome: "answered" });
    expect(await runs()).toHaveLength(1);
    expect(await missedCalls()).toEqual([]);
  });

  it.each([
    ["sip:desk@example.com", "desk"],
    ["4001", "4001"],
  ])("is answered at the trunk's own address %s", async (address, dialled) => {
    const credentials = FROM_HERE;
    const { saved, run, hangUp } = await sip.openCalledOrganization(rig, { credentials, agent: PATIENT, address });
    expect(saved.provider_sync).toEqual({ ok: true, message: null });
    await (await rig.callIn({ to: dialled })).hears(200);
    const { id } = await run();
    await sip.untilTalking(rig, id);
    await hangUp(id);
    expect(await untilOver(rig.platform, id)).toMatchObject({ called_number: address, outcome: "answered" });
  });

  it("is turned away as busy where every line is taken, and is missed", async () => {
    const { number, run, runs, missedCalls, hangUp } = await sip.openCalledOrganization(rig, {
      credentials: { ...FROM_HERE, max_concurrent_calls: 1 },
      agent: PATIENT,
    });
    await (await rig.callIn({ to: number })).hears(200);
    await (await rig.callIn({ to: number, from: "+14155550101" })).hears(486);
    expect(await missedCalls()).toMatchObject([{ reason: "out_of_concurrency", caller_number: "+14155550101" }]);
    expect(await runs()).toHaveLength(1);
    await hangUp((await run()).id);
  });

  it("is not answered at a number that takes none", async () => {
    const { runs, missedCalls } = await sip.openCalledOrganization(rig, { credentials: FROM_HERE });
    await expectNoAnswer({ to: "+12025559999" });
    expect([await runs(), await missedCalls()]).toEqual([[], []]);
  });
});

whereCalled("somebody who calls in", () => {
  it("is connected to a colleague by their own trunk (REFER) when they press the key for it", async () => {
    const line = await openTelephoneLine();
    try {
      const { number, run } = await sip.openCalledOrganization(rig, { credentials: FROM_HERE, agent: TRANSFERRING });
      const caller = await rig.callIn({ to: number, soundPort: line.port, isTransferred: true });
      await caller.hears(200);
      const { id } = await run();
      await sip.untilWords(rig, id);
      line.press(KEY, soundPortOf(caller.answers(200)[0] ?? ""));
      await caller.hears("REFER");
      expect(caller.received("REFER")[0]).toMatch(/^Refer-To:.*tel:\+14155550199/im);
      expect(await untilOver(rig.platform, id)).toMatchObject({ state: "completed", outcome: "answered" });
    } finally {
      line.close();
    }
  });
});

whereCalled("somebody who calls in and puts the call on hold", () => {
  const holdCall = async (holds: "for a moment" | "for good") => {
    const organization = await sip.openCalledOrganization(rig, { credentials: FROM_HERE, agent: PATIENT });
    const caller = await rig.callIn({ to: organization.number, holds });
    await caller.hears(200);
    const { id } = await organization.run();
    await sip.untilTalking(rig, id);
    return { ...organization, caller, id };
  };

  it("finds it there again", async () => {
    const { caller, id, hangUp, runs } = await holdCall("for a moment");
    await waitUntil("both of its requests are taken", () => caller.answers(200).length === 3);
    expect(caller.received("BYE")).toEqual([]);
    await hangUp(id);
    await caller.hears("BYE");
    expect(await untilOver(rig.platform, id)).toMatchObject({ state: "completed", outcome: "answered" });
    expect(await runs()).toHaveLength(1);
  });

  it("is hung up by LiveKit SIP when no sound comes any more, and is not talked to for ever", async () => {
    const { caller, id } = await holdCall("for good");
    await waitUntil("the call is on hold", () => caller.answers(200).length === 2);
    await caller.hears("BYE");
    expect(await untilOver(rig.platform, id)).toMatchObject({
      outcome: "answered",
      end_reason: expect.stringMatching(/^left: /),
    });
  });
});

whereCalled("a trunk that may call from its own addresses only", () => {
  it.each([{}, { claimsToBeAt: FROM_ELSEWHERE.inbound_addresses }])("is nobody else: %j", async (claim) => {
    const { number, runs, missedCalls } = await sip.openCalledOrganization(rig, { credentials: FROM_ELSEWHERE });
    await expectNoAnswer({ to: number, ...claim });
    expect([await runs(), await missedCalls()]).toEqual([[], []]);
  });
});

whereCalled("a trunk that has to prove itself", () => {
  it("is let in with its password", async () => {
    const { number, run, hangUp } = await sip.openCalledOrganization(rig, { credentials: BY_DIGEST, agent: PATIENT });
    const caller = await rig.callIn({ to: number, proves: PROOF });
    await caller.hears(200);
    const { id } = await run();
    await sip.untilTalking(rig, id);
    await hangUp(id);
    expect(await untilOver(rig.platform, id)).toMatchObject({ outcome: "answered" });
  });

  it("is refused with a wrong one", async () => {
    const { number, runs, missedCalls } = await sip.openCalledOrganization(rig, { credentials: BY_DIGEST });
    const caller = await rig.callIn({ to: number, proves: { ...PROOF, password: "another" } });
    await caller.hears(401);
    expect(caller.answers(200)).toEqual([]);
    expect([await runs(), await missedCalls()]).toEqual([[], []]);
  });
});

whereCalled("a trunk whose sound has to be encrypted", () => {
  it("is answered with a key for the sound of the other side", async () => {
    const { number, run, hangUp } = await sip.openCalledOrganization(rig, { credentials: ENCRYPTED, agent: PATIENT });
    const caller = await rig.callIn({ to: number, encrypts: true });
    await caller.hears(200);
    const [answer = ""] = caller.answers(200);
    expect(answer).toMatch(/^m=audio \d+ RTP\/SAVP /m);
    expect(offeredKey(answer)).toHaveLength(30);
    const { id } = await run();
    await sip.untilTalking(rig, id);
    await hangUp(id);
    expect(await untilOver(rig.platform, id)).toMatchObject({ outcome: "answered" });
  });

  it("calls over TLS, by which it is told that the platform has ended the call", async () => {
    const { number, run, hangUp } = await sip.openCalledOrganization(rig, { credentials: ENCRYPTED, agent: PATIENT });
    const caller = await rig.callIn({ to: number, encrypts: true }, { overTls: true });
    await caller.hears(200);
    const { id } = await run();
    await sip.untilTalking(rig, id);
    await hangUp(id);
    await caller.hears("BYE");
    expect(await untilOver(rig.platform, id)).toMatchObject({ state: "completed", outcome: "answered" });
  });

  it("is refused where it gives no key, and nobody talks with it", async () => {
    const { number, runs, missedCalls } = await sip.openCalledOrganization(rig, { credentials: ENCRYPTED });
    const caller = await rig.callIn({ to: number });
    await caller.hears(NO_COMMON_KEY);
    expect(caller.answers(200)).toEqual([]);
    expect([await runs(), await missedCalls()]).toEqual([[], []]);
  });
});

whereCalled("a number of a trunk", () => {
  it("is not called by just anybody", async () => {
    const open = await sip.openCalledOrganization(rig, { credentials: {} });
    expect(open.saved.provider_sync).toMatchObject({
      ok: false,
      message: expect.stringContaining("anybody could call"),
    });
    await expectNoAnswer({ to: open.number });
  });
});

// The last one, because there is no LiveKit SIP afterwards.
whereCalled("the end of LiveKit SIP by kill -9", () => {
  it("ends its calls with an outcome, and nobody is dialled again", async () => {
    const { trunk, call } = await sip.openTrunkOrganization(rig, { behaviour: { answers: {} }, agent: PATIENT });
    const called = await sip.openCalledOrganization(rig, { credentials: FROM_HERE, agent: PATIENT });
    await (await rig.callIn({ to: called.number })).hears(200);
    const runs = [await call(), (await called.run()).id];
    for (const id of runs) await sip.untilTalking(rig, id);
    rig.killSip();
    for (const id of runs)
      expect(await untilOver(rig.platform, id)).toMatchObject({
        outcome: "answered",
        end_reason: expect.stringMatching(/^left: /),
      });
    expect(trunk.invites()).toHaveLength(1);
    expect(await called.runs()).toHaveLength(1);
  });
});
