import { describe, expect, it } from "@jest/globals";
import { WithStartWorkflowOperation, type WorkflowHandle } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import {
  callRunContract,
  callRunStartOptions,
  callStateQuery,
  carrierEventSignal,
  firstDecisionUpdate,
  hangUpSignal,
  talkEndedSignal,
} from "../../../workflows/call-run/call-run.contract.ts";
import type { Placement } from "../../../workflows/call-run/call-run.ports.ts";
import type { callRun } from "../../../workflows/call-run/call-run.workflow.ts";
import { callStateAttribute } from "../../../workflows/search-attributes.ts";
import { CARRIER_QUEUE, MEDIA_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import type { VoiceActivities } from "../../../workflows/voice.ports.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { liveUntilCanceled } from "../../harness/until-canceled.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";
import { type CallScript, type FakeCarrierDesk, fakeCarrierDesk } from "./fake-carrier-desk.ts";

const accepted: Placement = { kind: "accepted", ringTimeoutSeconds: 30, timeLimitSeconds: 300 };
const unknown: Placement = { ...accepted, kind: "unknown" };
const LIMIT_MS = 330_000;
const full: Placement = { kind: "wait", waitSeconds: 1, reason: "The organization has 2 calls", capacity: true };
const paced: Placement = { kind: "wait", waitSeconds: 12, reason: "calls per second are taken", capacity: false };
const ended = { by: "event", eventId: "call-1.completed" } as const;
const silent = { eventId: null, callbacksArrive: false };
const talkative = { eventId: null, callbacksArrive: true };
const failed = { kind: "settled", state: "failed" } as const;
const decided = { eventId: ended.eventId, callbacksArrive: false };

interface Rig {
  env: WorkflowEnvironment;
  desk: FakeCarrierDesk;
  start(): ReturnType<typeof startRun>;
  /** Starts the run and waits for its first decision, as the API does. */
  startAndAsk(): Promise<unknown>;
  /** Waits until the carrier has the call and the workflow waits for its end. */
  dialled(): Promise<unknown>;
  signalEnd(eventId?: string): Promise<void>;
  /** The longest until a killed media process is noticed, and until no other one has taken its call up. */
  voiceLostWithinSeconds(): Promise<number>;
  result(): Promise<unknown>;
  eventCount(): Promise<number>;
  record(name: string): Promise<void>;
}

interface Story {
  script: CallScript;
  ofCampaign?: boolean;
  /** Happens while the carrier is being asked for the call. */
  meanwhile?: (rig: Rig) => Promise<void>;
  /** Happens while the call is settled for the first time. */
  settling?: (rig: Rig) => Promise<void>;
}

const input = { organizationId: 7, runUuid: "3f0d2c1e-5a64-4b3c-9d51-2f6f0c9be001" };
const workflowId = callRunContract.workflowId(input);

const startOptions = (ofCampaign: boolean) => ({
  ...callRunStartOptions(
    {
      organization_id: input.organizationId,
      uuid: input.runUuid,
      name: "a call",
      campaign_id: ofCampaign ? 12 : null,
    },
    { shardId: ofCampaign ? "org-7/campaign-12/shard-1-0" : undefined },
  ),
  workflowRunTimeout: "2 days",
});

const startRun = (env: WorkflowEnvironment, ofCampaign: boolean) =>
  env.client.workflow.start<typeof callRun>(callRunContract.type, startOptions(ofCampaign));

const createRig = (env: WorkflowEnvironment, { script, ofCampaign = false, meanwhile, settling }: Story): Rig => {
  const desk = fakeCarrierDesk(script, {
    nowMs: () => env.currentTimeMs(),
    meanwhile: () => meanwhile?.(rig),
    settling: () => settling?.(rig),
  });
  const handle = env.client.workflow.getHandle<typeof callRun>(workflowId);
  const events = async () => (await handle.fetchHistory()).events ?? [];
  const rig: Rig = {
    env,
    desk,
    start: () => startRun(env, ofCampaign),
    startAndAsk: () =>
      env.client.workflow.executeUpdateWithStart(firstDecisionUpdate, {
        startWorkflowOperation: new WithStartWorkflowOperation(callRunContract.type, {
          ...startOptions(ofCampaign),
          workflowIdConflictPolicy: "USE_EXISTING",
        }),
      }),
    dialled: () =>
      waitUntil("the carrier has it", async () => {
        return desk.placements.at(-1)?.kind === "accepted" && (await events()).at(-1)?.timerStartedEventAttributes;
      }),
    signalEnd: (eventId = ended.eventId) => handle.signal(carrierEventSignal, eventId),
    voiceLostWithinSeconds: async () => sumVoiceTimeouts(await events()),
    result: () => handle.result(),
    eventCount: async () => (await events()).length,
    record: (name) => recordHistory(env, workflowId, `call-run-${ofCampaign ? "of-campaign-" : ""}${name}`),
  };
  return rig;
};

/** Each story has a server of its own: skipping time touches nobody else's. Its history is replayed when it ends. */
const withCall = async (story: Story, tell: (rig: Rig) => Promise<void>): Promise<void> => {
  const env = await startWorkflowEnvironment();
  try {
    const rig = createRig(env, story);
    await env.startWorkers({ [WORKFLOW_QUEUE]: rig.desk.withinTask, [CARRIER_QUEUE]: rig.desk.carrierActivities });
    await tell(rig);
  } finally {
    await env.close();
  }
};

type HistoryEvents = NonNullable<Awaited<ReturnType<WorkflowHandle["fetchHistory"]>>["events"]>;

/** The server holds each of them; the one that skips time knows none for a second attempt. */
const sumVoiceTimeouts = (events: HistoryEvents): number => {
  const scheduled = events
    .map(({ activityTaskScheduledEventAttributes: activity }) => activity)
    .find((activity) => activity?.activityType?.name === "carryVoice");
  const { heartbeatTimeout, retryPolicy, scheduleToStartTimeout } = scheduled ?? {};
  return [heartbeatTimeout, retryPolicy?.initialInterval, scheduleToStartTimeout].reduce(
    (sum, duration) => sum + (duration ? Number(duration.seconds) + (duration.nanos ?? 0) / 1e9 : Number.NaN),
    0,
  );
};

/** Carried until somebody tells it to stop, as a media process does. */
const voiceUntilCanceled = (done: string[]): VoiceActivities => ({
  carryVoice: async () => {
    done.push("voice");
    try {
      await liveUntilCanceled();
    } finally {
      done.push("silent");
    }
  },
});

describe("a call whose sound is the platform's own", () => {
  it("has its voice carried from the moment it is dialled until it is over", () =>
    withCall({ script: { placeCall: [{ ...accepted, carriesAudio: true }] } }, async (rig) => {
      const done: string[] = [];
      await rig.env.startWorkers({ [MEDIA_QUEUE]: voiceUntilCanceled(done) });
      await rig.start();
      await waitUntil("its voice is carried", () => done.includes("voice"));
      await rig.signalEnd();
      expect(await rig.result()).toBe("completed");
      await waitUntil("its voice is carried no more", () => done.includes("silent"));
      await rig.record("carries-audio");
    }));

  it("is hung up within half a minute where no media process carries its voice, and settled as that", () =>
    withCall(
      { script: { placeCall: [{ ...accepted, carriesAudio: true }], checkCall: [silent, decided] } },
      async (rig) => {
        const startedAtMs = await rig.env.currentTimeMs();
        const begunAtMs = performance.now();
        await rig.start();
        expect(await rig.result()).toBe("completed");
        // The server's clock runs besides with what a busy machine takes.
        const tookMs = performance.now() - begunAtMs;
        expect(rig.desk.hungUpAtMs).toHaveLength(1);
        expect((rig.desk.hungUpAtMs[0] ?? 0) - startedAtMs).toBeLessThan(30_000 + tookMs);
        expect(rig.desk.ends).toEqual([{ ...ended, voiceLost: true }]);
        expect(rig.desk.placements).toHaveLength(1);
        expect(await rig.voiceLostWithinSeconds()).toBeLessThan(30);
        await rig.record("loses-voice");
      },
    ));

  it("is hung up again at the next check when the carrier could not be asked while nobody carries its voice", () =>
    withCall(
      {
        script: {
          placeCall: [{ ...accepted, carriesAudio: true }],
          hangUpCall: [ApplicationFailure.nonRetryable("LiveKit is away"), undefined],
          checkCall: [silent, silent, decided],
        },
      },
      async (rig) => {
        await rig.start();
        expect(await rig.result()).toBe("completed");
        expect(rig.desk.hungUpAtMs).toHaveLength(2);
        expect(rig.desk.ends).toEqual([{ ...ended, voiceLost: true }]);
      },
    ));
});

const tellEndAgain = async (rig: Rig): Promise<void> => {
  await rig.signalEnd();
  await rig.signalEnd("call-1.completed-again");
};

describe("a call that its carrier takes", () => {
  it("is followed by its callbacks alone, in at most 20 events", () =>
    withCall({ script: { placeCall: [accepted] } }, async (rig) => {
      await rig.start();
      await rig.dialled();
      await rig.signalEnd();
      expect(await rig.result()).toBe("completed");
      expect(rig.desk.ends).toEqual([ended]);
      expect(rig.desk.asked).toMatchObject({ placeCall: 1, checkCall: 0, settleCall: 1 });
      // Asked by no query: in the history of the test server each would be three events.
      expect(await rig.eventCount()).toBeLessThanOrEqual(20);
      await rig.record("answered");
    }));

  it("may have ended before the request was answered", () =>
    withCall({ script: { placeCall: [accepted] }, meanwhile: (rig) => rig.signalEnd() }, async (rig) => {
      await rig.start();
      expect(await rig.result()).toBe("completed");
      expect(rig.desk.ends).toEqual([ended]);
      expect(rig.desk.asked.checkCall).toBe(0);
      await rig.record("event-before-answer");
    }));

  it("ends once, by the event that came first", () => {
    const meanwhile = async (rig: Rig) => {
      await rig.signalEnd();
      await tellEndAgain(rig);
    };
    return withCall({ script: { placeCall: [accepted] }, meanwhile }, async (rig) => {
      await rig.start();
      await rig.result();
      expect(rig.desk.ends).toEqual([ended]);
      await rig.record("duplicate-events");
    });
  });

  it("is not settled by another event that comes while it is settled", () =>
    withCall({ script: { placeCall: [accepted] }, settling: tellEndAgain }, async (rig) => {
      await rig.start();
      await rig.dialled();
      await rig.signalEnd();
      await rig.result();
      // A task that another event overtakes is done again, and what it settles with it.
      expect(rig.desk.ends).toEqual(rig.desk.ends.map(() => ended));
      expect(rig.desk.ends.length).toBeGreaterThan(0);
    }));

  it("is asked about when no callback comes, and ends by what the carrier says", () =>
    withCall({ script: { placeCall: [accepted], checkCall: [silent, silent, decided] } }, async (rig) => {
      const startedMs = await rig.env.currentTimeMs();
      await rig.start();
      expect(await rig.result()).toBe("completed");
      expect(rig.desk.ends).toEqual([ended]);
      // The clock also runs while an activity does, so that a busy machine asks a little later.
      const halfMinutes = rig.desk.checkedAtMs.map((atMs) => Math.floor((atMs - startedMs - 25_000) / 30_000));
      expect(halfMinutes).toEqual([0, 1, 2]);
      await rig.record("no-callbacks");
    }));

  it("is not asked about again before its time limit while callbacks arrive", () =>
    withCall({ script: { placeCall: [accepted], checkCall: [talkative, decided] } }, async (rig) => {
      const startedMs = await rig.env.currentTimeMs();
      await rig.start();
      await rig.result();
      const [first = 0, second = 0] = rig.desk.checkedAtMs.map((atMs) => atMs - startedMs);
      expect(first).toBeGreaterThanOrEqual(25_000);
      // The server's clock goes on while a busy machine starts the check.
      expect(first).toBeLessThan(60_000);
      expect(second).toBeGreaterThan(LIMIT_MS);
      expect(rig.desk.asked.hangUpCall).toBe(1);
      await rig.record("silent-after-ringing");
    }));

  it("is asked about within half a minute after it was hung up, though callbacks arrived", () =>
    withCall({ script: { placeCall: [accepted], checkCall: [talkative, talkative, decided] } }, async (rig) => {
      const handle = await rig.start();
      await rig.dialled();
      await handle.signal(hangUpSignal);
      await rig.result();
      const [hungUpMs = 0] = rig.desk.hungUpAtMs;
      expect((rig.desk.checkedAtMs.at(-1) ?? Infinity) - hungUpMs).toBeLessThan(120_000);
    }));

  it("is asked about at once when its conversation is over, and every half minute until the carrier says so", () => {
    const run: { handle?: WorkflowHandle } = {};
    const script: CallScript = {
      placeCall: [accepted],
      checkCall: [talkative, talkative, talkative, decided],
      whileChecked: async (count) => {
        if (count === 1) await run.handle?.signal(talkEndedSignal);
      },
    };
    return withCall({ script }, async (rig) => {
      run.handle = await rig.start();
      await rig.result();
      const [first = 0, ...later] = rig.desk.checkedAtMs;
      // Without the signal the next would be at the time limit, more than five minutes later.
      // The server's clock goes on while a busy machine checks.
      expect(later.map((atMs) => Math.floor((atMs - first) / 30_000))).toEqual([0, 1, 2]);
      expect(rig.desk.asked.hangUpCall).toBe(0);
    });
  });

  it("is waited for as before where it goes on after its conversation: it was transferred", () =>
    withCall({ script: { placeCall: [accepted], checkCall: [talkative], checkOfHungUpCall: decided } }, async (rig) => {
      const startedMs = await rig.env.currentTimeMs();
      const handle = await rig.start();
      await rig.dialled();
      await handle.signal(talkEndedSignal);
      await rig.result();
      const seconds = rig.desk.checkedAtMs.map((atMs) => Math.round((atMs - startedMs) / 1000));
      const often = seconds.filter((second) => second < 320);
      expect(often.length).toBeGreaterThan(8);
      expect(seconds.length - often.length).toBeLessThan(4);
    }));

  it("shows why it waits: the carrier's last error and the tries, until the carrier answers", () => {
    const failing = { ...silent, carrierError: "503: try later" };
    const shown: string[] = [];
    const run: { handle?: WorkflowHandle } = {};
    const script: CallScript = {
      placeCall: [accepted],
      checkCall: [failing, failing, silent, decided],
      whileChecked: async () => {
        const metadata = await run.handle?.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
        shown.push(/tries in a row: \d.*/.exec(metadata?.currentDetails ?? "")?.[0] ?? "");
      },
    };
    return withCall({ script }, async (rig) => {
      run.handle = await rig.start();
      await rig.result();
      const saying = (tries: number) => `tries in a row: ${tries}). Its last error: \`503: try later\``;
      expect(shown).toEqual(["", saying(1), saying(2), ""]);
    });
  });

  it("is hung up at its time limit and ends when the carrier says so", () =>
    withCall({ script: { placeCall: [accepted], checkCall: [silent], checkOfHungUpCall: decided } }, async (rig) => {
      const startedMs = await rig.env.currentTimeMs();
      await rig.start();
      await rig.result();
      const hungUpMs = rig.desk.hungUpAtMs.map((atMs) => atMs - startedMs);
      expect(hungUpMs.length).toBe(1);
      expect(hungUpMs[0]).toBeGreaterThan(LIMIT_MS);
      expect(hungUpMs[0]).toBeLessThan(LIMIT_MS + 60_000);
      expect(rig.desk.ends).toEqual([ended]);
      await rig.record("time-limit");
    }));

  it("shows its end as its row has it, in its result and as CallState", () =>
    withCall({ script: { placeCall: [accepted], settleCall: [failed] } }, async (rig) => {
      const handle = await rig.start();
      await rig.dialled();
      await rig.signalEnd();
      expect(await rig.result()).toBe("failed");
      expect(await handle.query(callStateQuery)).toBe("failed");
      const { typedSearchAttributes } = await handle.describe();
      expect(typedSearchAttributes.get(callStateAttribute)).toBe("failed");
      await rig.record("failed");
    }));

  it("ends as unknown when its carrier never says how, ten minutes after its time limit", () =>
    withCall({ script: { placeCall: [accepted], checkCall: [silent], settleCall: [failed] } }, async (rig) => {
      const startedMs = await rig.env.currentTimeMs();
      await rig.start();
      expect(await rig.result()).toBe("failed");
      expect(rig.desk.ends).toMatchObject([{ by: "decision", outcome: "unknown" }]);
      const lastMs = (rig.desk.checkedAtMs.at(-1) ?? 0) - startedMs;
      expect(lastMs).toBeGreaterThan(LIMIT_MS + 600_000);
      expect(lastMs).toBeLessThan(LIMIT_MS + 700_000);
      await rig.record("never-told");
    }));

  it("is followed on when an event is told that nobody wrote down, within the same time limit", () =>
    withCall(
      {
        script: {
          placeCall: [accepted],
          checkCall: [talkative, decided],
          settleCall: [{ kind: "unknown_event" }, { kind: "settled", state: "completed" }],
        },
      },
      async (rig) => {
        const startedMs = await rig.env.currentTimeMs();
        const handle = await rig.start();
        await rig.dialled();
        await handle.signal(carrierEventSignal, "by hand");
        expect(await rig.result()).toBe("completed");
        expect(rig.desk.ends).toEqual([ended]);
        expect(rig.desk.asked).toMatchObject({ placeCall: 1, settleCall: 2, hangUpCall: 1 });
        expect((rig.desk.checkedAtMs.at(-1) ?? Infinity) - startedMs).toBeLessThan(LIMIT_MS + 60_000);
        // The first wait's timer does not run beside those after it.
        const { events } = await handle.fetchHistory();
        expect(events?.filter(({ timerCanceledEventAttributes: timer }) => timer)).toHaveLength(1);
        await rig.record("event-by-hand");
      },
    ));

  it("ends by the carrier's event that came behind one that nobody wrote down", () =>
    withCall({ script: { placeCall: [accepted], settleCall: [{ kind: "unknown_event" }, failed] } }, async (rig) => {
      const handle = await rig.start();
      await rig.dialled();
      await handle.signal(carrierEventSignal, "by hand");
      await rig.signalEnd();
      expect(await rig.result()).toBe("failed");
      expect(rig.desk.ends).toEqual([ended]);
      expect(rig.desk.asked.checkCall).toBe(0);
    }));

  it("is hung up when its workflow is canceled, and its end is waited for and written", () =>
    withCall({ script: { placeCall: [accepted], checkCall: [silent, decided] } }, async (rig) => {
      const handle = await rig.start();
      await rig.dialled();
      await handle.cancel();
      expect(await rig.result()).toBe("completed");
      expect(rig.desk.asked).toMatchObject({ placeCall: 1, hangUpCall: 1 });
      expect(rig.desk.ends).toEqual([ended]);
      await rig.record("canceled");
    }));

  it("is hung up on request, also when the carrier cannot be reached for that", () =>
    withCall(
      { script: { placeCall: [accepted], hangUpCall: [new Error("nobody answers")], checkCall: [silent, decided] } },
      async (rig) => {
        const handle = await rig.start();
        await rig.dialled();
        expect(await handle.query(callStateQuery)).toBe("dialing");
        await handle.signal(hangUpSignal);
        expect(await rig.result()).toBe("completed");
        expect(rig.desk.asked.hangUpCall).toBeGreaterThan(1);
        expect(rig.desk.ends).toEqual([ended]);
        await rig.record("hang-up");
      },
    ));
});

describe("a call that has to wait", () => {
  it("is dialled at its slot of the account's pace", () =>
    withCall({ script: { placeCall: [paced, accepted] } }, async (rig) => {
      expect(await rig.startAndAsk()).toEqual({ kind: "initiated" });
      const startedMs = await rig.env.currentTimeMs();
      await rig.env.skip(13_000);
      await rig.dialled();
      expect((await rig.env.currentTimeMs()) - startedMs).toBeGreaterThanOrEqual(12_000);
      await rig.signalEnd();
      expect(await rig.result()).toBe("completed");
      expect(rig.desk.asked.placeCall).toBe(2);
      await rig.record("paced");
    }));

  it("waits for a free place when it belongs to a campaign, asking less and less often", () =>
    withCall({ script: { placeCall: [...Array(8).fill(full), accepted] }, ofCampaign: true }, async (rig) => {
      const startedMs = await rig.env.currentTimeMs();
      await rig.start();
      await rig.env.skip(31_000);
      await rig.dialled();
      expect((await rig.env.currentTimeMs()) - startedMs).toBeGreaterThanOrEqual(30_000);
      await rig.signalEnd();
      await rig.result();
      expect(rig.desk.ends).toEqual([ended]);
      await rig.record("capacity");
    }));

  it("starts its history anew when it waits for very long", () =>
    withCall({ script: { placeCall: [...Array(130).fill(full), accepted] }, ofCampaign: true }, async (rig) => {
      await rig.start();
      await rig.env.skip(800_000);
      await rig.dialled();
      await rig.signalEnd();
      expect(await rig.result()).toBe("completed");
      expect(rig.desk.asked.placeCall).toBe(131);
      expect(await rig.eventCount()).toBeLessThan(500);
      await rig.record("long-wait");
    }));

  it("is told that there is no place when somebody waits for it, and ends canceled", () =>
    withCall({ script: { placeCall: [full] } }, async (rig) => {
      const decision = await rig.startAndAsk();
      expect(decision).toEqual({ kind: "no_capacity", sentence: full.reason, retryAfterSeconds: 1 });
      expect(await rig.result()).toBe("canceled");
      expect(rig.desk.ends).toEqual([{ by: "decision", outcome: "canceled", reason: full.reason }]);
      await rig.record("no-capacity");
    }));

  it("waits for a free line where it is a call back, and is dialled then", () =>
    withCall(
      { script: { placeCall: [{ ...full, queues: true }, { ...full, queues: true }, accepted] } },
      async (rig) => {
        await rig.start();
        await rig.env.skip(10_000);
        await rig.dialled();
        await rig.signalEnd();
        expect(await rig.result()).toBe("completed");
        expect(rig.desk.asked.placeCall).toBe(3);
      },
    ));

  it("is not dialled when it is ended while it waits", () =>
    withCall({ script: { placeCall: [paced] }, ofCampaign: true }, async (rig) => {
      const handle = await rig.start();
      await waitUntil("it was asked for once", () => rig.desk.asked.placeCall === 1);
      await handle.signal(hangUpSignal);
      expect(await rig.result()).toBe("canceled");
      expect(rig.desk.asked.placeCall).toBe(1);
      expect(rig.desk.ends).toMatchObject([{ outcome: "canceled" }]);
      await rig.record("ended-while-waiting");
    }));
});

describe("a call that is not made", () => {
  const blocked: Placement = { kind: "settled", outcome: "blocked_dnc", blocked: true, sentence: "On the list" };
  const refused: Placement = { kind: "settled", outcome: "invalid_number", blocked: false, sentence: "No such number" };

  it("says that it was blocked", () =>
    withCall({ script: { placeCall: [blocked] } }, async (rig) => {
      expect(await rig.startAndAsk()).toEqual({ kind: "blocked", outcome: "blocked_dnc", sentence: "On the list" });
      expect(await rig.result()).toBe("blocked");
      expect(rig.desk.asked.settleCall).toBe(0);
      await rig.record("blocked");
    }));

  it("says that it was refused", () =>
    withCall({ script: { placeCall: [refused] } }, async (rig) => {
      expect(await rig.startAndAsk()).toEqual({
        kind: "refused",
        outcome: "invalid_number",
        sentence: "No such number",
      });
      expect(await rig.result()).toBe("failed");
      await rig.record("refused");
    }));

  it("shows what its row says when it is over already", () =>
    withCall({ script: { placeCall: [{ ...refused, outcome: "answered" }] } }, async (rig) => {
      await rig.start();
      expect(await rig.result()).toBe("completed");
    }));

  it("ends when its contact went back to the queue", () =>
    withCall({ script: { placeCall: [{ kind: "released" }] }, ofCampaign: true }, async (rig) => {
      await rig.start();
      expect(await rig.result()).toBe("canceled");
      expect(rig.desk.asked.settleCall).toBe(0);
      await rig.record("released");
    }));
});

describe("a call whose request was not answered", () => {
  it("is never asked for again, and followed once the carrier has it", () =>
    withCall(
      {
        script: {
          placeCall: [unknown],
          reconcileCall: [{ kind: "undecided" }, { kind: "found", eventId: null }],
          checkCall: [decided],
        },
      },
      async (rig) => {
        expect(await rig.startAndAsk()).toEqual({ kind: "initiated" });
        await rig.result();
        expect(rig.desk.asked).toMatchObject({ placeCall: 1, reconcileCall: 2 });
        expect(rig.desk.ends).toEqual([ended]);
        await rig.record("reconciled");
      },
    ));

  it("ends at once when the carrier knows its end", () =>
    withCall(
      { script: { placeCall: [unknown], reconcileCall: [{ kind: "found", eventId: ended.eventId }] } },
      async (rig) => {
        await rig.start();
        await rig.result();
        expect(rig.desk.ends).toEqual([ended]);
        await rig.record("reconciled-ended");
      },
    ));

  it("has failed when it never reached the carrier", () =>
    withCall(
      { script: { placeCall: [unknown], reconcileCall: [{ kind: "undecided" }, { kind: "absent" }] } },
      async (rig) => {
        const begunAtMs = performance.now();
        const handle = await rig.start();
        await rig.result();
        const tookSeconds = (performance.now() - begunAtMs) / 1000;
        expect(rig.desk.ends).toMatchObject([{ by: "decision", outcome: "failed" }]);
        // Its place in the campaign is free soon, but not before the request can no longer arrive.
        const { startTime, closeTime } = await handle.describe();
        const seconds = ((closeTime?.getTime() ?? Infinity) - startTime.getTime()) / 1000;
        expect(seconds).toBeGreaterThan(20);
        // The server's clock runs besides with what a busy machine takes.
        expect(seconds).toBeLessThan(28 + tookSeconds);
        await rig.record("never-arrived");
      },
    ));

  it("has not failed by one look, which a database whose clock has jumped forward may mislead", () =>
    withCall(
      {
        script: {
          placeCall: [unknown],
          reconcileCall: [{ kind: "absent" }, { kind: "found", eventId: null }],
          checkCall: [decided],
        },
      },
      async (rig) => {
        await rig.start();
        await rig.result();
        expect(rig.desk.asked).toMatchObject({ placeCall: 1, reconcileCall: 2 });
        expect(rig.desk.ends).toEqual([ended]);
      },
    ));

  it("is unknown when the carrier cannot be asked for fifteen minutes", () =>
    withCall({ script: { placeCall: [unknown], reconcileCall: [{ kind: "undecided" }] } }, async (rig) => {
      const startedMs = await rig.env.currentTimeMs();
      await rig.start();
      await rig.result();
      expect(rig.desk.ends).toMatchObject([{ by: "decision", outcome: "unknown" }]);
      expect(rig.desk.asked).toMatchObject({ placeCall: 1, reconcileCall: 62 });
      expect((await rig.env.currentTimeMs()) - startedMs).toBeGreaterThanOrEqual(900_000);
      await rig.record("undecided");
    }));

  it("ends by a callback that comes while the carrier is being asked", () =>
    withCall({ script: { placeCall: [unknown], reconcileCall: [{ kind: "undecided" }] } }, async (rig) => {
      await rig.start();
      await waitUntil("the carrier was asked", () => rig.desk.asked.reconcileCall === 1);
      await rig.signalEnd();
      await rig.result();
      expect(rig.desk.ends).toEqual([ended]);
      await rig.record("event-while-reconciling");
    }));
});

describe("activities that fail", () => {
  it("are tried again until they work", () =>
    withCall(
      {
        script: {
          placeCall: [new Error("the database is away"), new Error("still away"), accepted],
          settleCall: [
            new Error("the database is away"),
            new Error("still away"),
            { kind: "settled", state: "completed" },
          ],
        },
      },
      async (rig) => {
        await rig.start();
        await rig.env.skip(5000);
        await rig.dialled();
        await rig.signalEnd();
        expect(await rig.result()).toBe("completed");
        expect(rig.desk.asked).toMatchObject({ placeCall: 3, settleCall: 3 });
        expect(rig.desk.ends).toEqual([ended]);
        await rig.record("tried-again");
      },
    ));
});

describe("a campaign's call", () => {
  const ofCampaign = true;

  it("is handed over and settled within its workflow tasks, in at most 12 events", () =>
    withCall({ script: { placeCall: [accepted] }, ofCampaign }, async (rig) => {
      const handle = await rig.start();
      await rig.dialled();
      await rig.signalEnd();
      expect(await rig.result()).toBe("completed");
      expect(rig.desk.ends).toEqual([ended]);
      expect(rig.desk.asked).toMatchObject({ placeCall: 1, placeCallAtOnce: 1, checkCall: 0 });
      expect(await rig.eventCount()).toBeLessThanOrEqual(12);
      // Its usual end is in its result, and no attribute.
      const { typedSearchAttributes } = await handle.describe();
      expect(typedSearchAttributes.get(callStateAttribute)).toBeUndefined();
      await rig.record("answered");
    }));

  it("is handed over by an activity when its worker has enough of them", () =>
    withCall({ script: { placeCall: [accepted], isFull: true }, ofCampaign }, async (rig) => {
      await rig.start();
      await rig.dialled();
      await rig.signalEnd();
      expect(await rig.result()).toBe("completed");
      expect(rig.desk.asked).toMatchObject({ placeCall: 1, placeCallAtOnce: 1 });
      await rig.record("full");
    }));

  it("may have ended before the request was answered", () =>
    withCall({ script: { placeCall: [accepted] }, ofCampaign, meanwhile: (rig) => rig.signalEnd() }, async (rig) => {
      await rig.start();
      expect(await rig.result()).toBe("completed");
      expect(rig.desk.ends).toEqual(rig.desk.ends.map(() => ended));
      expect(rig.desk.ends.length).toBeGreaterThan(0);
      expect(rig.desk.asked.checkCall).toBe(0);
      await rig.record("event-before-answer");
    }));

  it("is not made when it is blocked", () =>
    withCall(
      {
        script: {
          placeCall: [{ kind: "settled", outcome: "blocked_dnc", blocked: true, sentence: "On the list" }],
        },
        ofCampaign,
      },
      async (rig) => {
        await rig.start();
        expect(await rig.result()).toBe("blocked");
        expect(rig.desk.asked).toMatchObject({ placeCall: 1, settleCall: 0 });
        await rig.record("blocked");
      },
    ));

  it("is reconciled when it is not known whether its carrier has it", () =>
    withCall(
      {
        script: { placeCall: [unknown], reconcileCall: [{ kind: "undecided" }, { kind: "found", eventId: null }] },
        ofCampaign,
      },
      async (rig) => {
        await rig.start();
        await waitUntil("its carrier was asked", () => rig.desk.asked.reconcileCall > 0);
        await rig.signalEnd();
        expect(await rig.result()).toBe("completed");
        expect(rig.desk.asked.placeCall).toBe(1);
        await rig.record("reconciled");
      },
    ));

  it("is handed over once the database is back", () =>
    withCall(
      {
        script: { placeCall: [new Error("the database is away"), new Error("still away"), accepted] },
        ofCampaign,
      },
      async (rig) => {
        await rig.start();
        await rig.env.skip(5000);
        await rig.dialled();
        await rig.signalEnd();
        expect(await rig.result()).toBe("completed");
        expect(rig.desk.asked.placeCall).toBe(3);
        await rig.record("tried-again");
      },
    ));
});
