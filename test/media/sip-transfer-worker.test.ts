import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { legsOf, transferOf } from "../api/calls/transferring-organization.ts";
import { openStopPoints, type StopPoint, type StopPoints } from "../api/documents/stop-points.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { type LostWorkers, watchLostWorkers } from "../harness/lost-workers.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { workerSettings } from "../harness/worker-process.ts";
import { sipMissing } from "./sip-missing.ts";
import type * as SipParts from "./sip-rig.ts";
import {
  callAndAsk,
  type HandedCaller,
  judgeReturn,
  judgeTalk,
  LONGEST_SILENCE_MS,
  pitchOf,
  TONES,
} from "./sip-transfer-rig.ts";
import type { ToneTelephone } from "./tone-telephone.ts";
import { startToneVoice, type ToneVoice } from "./tone-voice.ts";

/** A worker in a process of its own is killed at steps of a warm transfer over a SIP trunk. */
const missing = process.env["TEST_VOICE"] === undefined ? "`npm run test:voice` runs them" : sipMissing();
if (missing !== null)
  process.stderr.write(`\n*** SKIPPED: warm transfers over a SIP trunk under kill -9: ${missing}.\n\n`);
const whereCalled = missing === null ? describe : describe.skip;

const telephones: ToneTelephone[] = [];
/** Loaded where it is used, because what it loads would keep the process of skipped tests running. */
let sip: typeof SipParts;
let rig: SipParts.SipRig;
let voice: ToneVoice;
let points: StopPoints;
let lostWorkers: LostWorkers;
let worker: ApiProcess | null = null;
beforeAll(async () => {
  if (missing !== null) return;
  sip = await import("./sip-rig.ts");
  voice = await startToneVoice(pitchOf);
  rig = await sip.openSipRig({ speechUrl: voice.baseUrl });
  await rig.platform.stopWorker();
  points = await openStopPoints(rig.platform.test.superuserUrl);
  lostWorkers = watchLostWorkers(rig.platform.api.dependencies.temporal);
});
afterEach(async () => {
  for (const telephone of telephones.splice(0)) telephone.close();
  await rig?.clear();
});
afterAll(async () => {
  await end();
  await points?.close();
  await rig?.close();
  await voice?.close();
});

const startWorker = () => {
  const { platform, settings } = rig;
  worker ??= startApiProcess(
    {
      ...workerSettings(),
      ...settings,
      DATABASE_URL: platform.test.url,
      TEMPORAL_NAMESPACE: platform.namespace,
      PUBLIC_BASE_URL: platform.api.baseUrl,
    },
    "worker/start.ts",
  );
};
const end = async () => {
  worker?.child.kill("SIGKILL");
  await worker?.ended;
  worker = null;
};

const ofLeg = (when: string): StopPoint => ({
  table: "call_runs",
  event: "update",
  when: `new.mode = 'transfer' and ${when}`,
  at: "commit",
});
const ofTransfer = (state: string): StopPoint => ({
  table: "call_transfers",
  event: "update",
  when: `new.state = '${state}' and old.state <> '${state}'`,
  at: "commit",
});

const hasTaken = (call: HandedCaller) => call.caller.heardAt(TONES.colleague).length > 0;
const isBack = (call: HandedCaller) => call.caller.heardAt(TONES.back).length > 0;

whereCalled("a worker that is killed while a caller over a SIP trunk is handed over", () => {
  it.each([
    { name: "the call is about to be dialled", point: ofLeg("new.state = 'dialing' and old.state = 'queued'") },
    {
      name: "the trunk has the call",
      point: ofLeg("new.carrier_accepted_at is not null and old.carrier_accepted_at is null"),
    },
    { name: "the person takes the caller", point: ofTransfer("accepted") },
    { name: "the call is over", point: ofLeg("new.ended_at is not null and old.ended_at is null") },
  ])("when $name, leaves nobody in silence, dials nobody twice and leaves no call open", async ({ point }) => {
    startWorker();
    await points.stopAt(point);
    const call = await callAndAsk(
      { sip, rig, telephones },
      { trunk: (soundPort) => ({ answers: { soundPort, hangsUpWhenTold: true } }) },
    );
    // Whoever is called decides as soon as they hear what it is about, and speaks from then on.
    let isDecided = false;
    const decide = () => {
      if (isDecided || call.colleague.heardAt(TONES.briefing).length < 10) return;
      isDecided = true;
      call.colleague.press(point.when?.includes("ended_at") ? "2" : "1");
    };
    await waitUntil("the worker stops there", () => {
      decide();
      return points.isReached();
    });
    await end();
    await points.letGo();
    await lostWorkers.tell();
    startWorker();
    await waitUntil("the caller is told", async () => {
      decide();
      const transfer = await transferOf(rig.platform, call.runId);
      if (transfer?.state === "connected") call.colleague.sing(TONES.colleague);
      return hasTaken(call) || isBack(call);
    });
    expect(call.caller.longestSilenceMs(call.askedMs, performance.now())).toBeLessThan(LONGEST_SILENCE_MS);
    expect((await legsOf(rig.platform, call.organization.organizationId)).length).toBeLessThanOrEqual(1);
    expect(call.trunk.invites().length).toBeLessThanOrEqual(1);
    if (hasTaken(call)) return judgeTalk(rig, call);
    const outcomes = ["failed", "declined", "hung_up", "no_answer"];
    return judgeReturn(rig, call, { outcomes, since: performance.now(), calls: call.trunk.invites().length });
  });
});
