import { describe, expect, it } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/activity";
import { WithStartWorkflowOperation, WorkflowUpdateFailedError } from "@temporalio/client";
import { tsToMs } from "@temporalio/common/lib/time.js";
import type { CampaignCommandName } from "../../../domain/campaign/campaign-states.rules.ts";
import {
  campaignContract,
  campaignStartOptions,
  commandSignals,
  commandUpdates,
  lookSignal,
  progressQuery,
  redialUpdate,
  rescheduleSignal,
  type StateCommand,
} from "../../../workflows/campaign/campaign.contract.ts";
import { callSettledSignal } from "../../../workflows/campaign/campaign-shard.contract.ts";
import {
  contactImportContract,
  contactImportStartOptions,
} from "../../../workflows/contact-import/contact-import.contract.ts";
import type { ContactImportActivities } from "../../../workflows/contact-import/contact-import.ports.ts";
import { formatInstant } from "../../../workflows/instant.ts";
import { IMPORT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";
import { type FakeCampaign, fakeCampaign } from "./fake-campaign.ts";

interface RigOptions {
  contacts: number;
  maxConcurrency: number;
  opensInMs?: number;
  startsInMs?: number;
  /** Every call ends before the claim that made it has answered. */
  endsAtOnce?: boolean;
  source?: Parameters<typeof fakeCampaign>[0]["source"];
  onCommand?: (command: CampaignCommandName) => Promise<void>;
}

/** Creates a campaign over plain memory, with the commands that the API gives. */
const createRig = async (env: WorkflowEnvironment, options: RigOptions) => {
  const opensAtMs = (await env.currentTimeMs()) + (options.opensInMs ?? 0);
  const endAtOnce = async (shardId: string, runUuids: string[]) => {
    for (const runUuid of runUuids) {
      fake.finish(runUuid);
      await env.client.workflow.getHandle(shardId).signal(callSettledSignal, [runUuid]);
    }
  };
  const fake: FakeCampaign = fakeCampaign({
    ...options,
    opensAtMs,
    ...(options.startsInMs !== undefined && { startsAtMs: (await env.currentTimeMs()) + options.startsInMs }),
    nowMs: () => env.currentTimeMs(),
    ...(options.endsAtOnce && { onClaim: endAtOnce }),
  });
  const address = { organizationId: 7, campaignId: 12 };
  const workflowId = campaignContract.workflowId(address);
  const handle = env.client.workflow.getHandle(workflowId);
  const operation = () =>
    new WithStartWorkflowOperation(campaignContract.type, {
      ...campaignStartOptions({
        organization_id: 7,
        id: 12,
        name: "spring",
        state: "draft",
      }),
      workflowRunTimeout: "90 days",
    });
  const client = env.client.workflow;
  return {
    env,
    fake,
    handle,
    workflowId,
    command: (name: CampaignCommandName, done: Omit<StateCommand, "actor"> = {}) =>
      client.executeUpdateWithStart(commandUpdates[name], {
        args: [{ actor: "user:1", ...done }],
        startWorkflowOperation: operation(),
      }),
    redial: () =>
      client.executeUpdateWithStart(redialUpdate, {
        args: [{ outcomes: ["busy"], start: true }],
        startWorkflowOperation: operation(),
      }),
    progress: () => handle.query(progressQuery),
    details: async () =>
      (await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata")).currentDetails ?? "",
    record: async (name: string) => {
      await recordHistory(env, workflowId, `campaign-${name}`);
      const shardId = fake.claims.at(-1)?.shardId;
      if (shardId) await recordHistory(env, shardId, `campaign-shard-${name}`);
    },
    claimed: (runs: number) =>
      waitUntil(
        `${runs} calls are under way`,
        () => fake.contacts.filter(({ state }) => state === "in_flight").length === runs,
      ),
    state: (state: string) =>
      waitUntil(`the campaign is ${state}`, async () => (await handle.query(progressQuery)).state === state),
    settleUntilDone: (retry?: Parameters<FakeCampaign["settle"]>[1]) =>
      waitUntil("every contact is finished", async () => {
        await fake.settle(env.client, retry);
        return fake.contacts.every(({ state }) => state === "finished");
      }),
  };
};

type Rig = Awaited<ReturnType<typeof createRig>>;

/** Each story has a server of its own: skipping time touches nobody else's. Its histories are replayed when it ends. */
const withCampaign = async (options: RigOptions, story: (rig: Rig) => Promise<void>): Promise<void> => {
  const env = await startWorkflowEnvironment();
  try {
    const rig = await createRig(env, options);
    await env.startWorkers({ [WORKFLOW_QUEUE]: rig.fake.activities });
    await story(rig);
  } finally {
    await env.close();
  }
};

/** Returns when a shard decided on each of its claims: the beginning of the workflow task, which is its own clock. */
const claimTimesMs = async ({ client }: WorkflowEnvironment, shardId: string): Promise<number[]> => {
  const { events } = await client.workflow.getHandle(shardId).fetchHistory();
  const timesMs: number[] = [];
  let taskStartedMs = 0;
  for (const event of events ?? []) {
    if (event.workflowTaskStartedEventAttributes) taskStartedMs = tsToMs(event.eventTime);
    const activity = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (activity === "claimRuns") timesMs.push(taskStartedMs);
  }
  return timesMs;
};

const refusal = async (command: Promise<unknown>): Promise<string> => {
  const error = await command.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WorkflowUpdateFailedError)) throw new Error("the command was not refused", { cause: error });
  return error.cause?.message ?? "";
};

describe("a campaign", () => {
  it("dials every contact within its concurrency and completes", () =>
    withCampaign({ contacts: 9, maxConcurrency: 4 }, async (rig) => {
      expect(await rig.command("start")).toEqual({ state: "running", changed: true });
      await rig.claimed(4);
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      expect(Math.max(...rig.fake.claims.map(({ runs }) => runs.length))).toBeLessThanOrEqual(4);
      expect(rig.fake.contacts.every(({ attempts }) => attempts === 1)).toBe(true);
      expect(await rig.progress()).toMatchObject({
        state: "completed",
        figures: { total: 9, finished: 9, remaining: 0 },
      });
      await rig.record("completed");
    }));

  it("waits for its own start by one timer, says when it begins, and dials then", () =>
    withCampaign({ contacts: 2, maxConcurrency: 2, startsInMs: 3_600_000 }, async (rig) => {
      expect(await rig.command("start")).toEqual({ state: "scheduled", changed: true });
      expect(await rig.command("start")).toEqual({ state: "scheduled", changed: false });
      expect(await refusal(rig.command("pause"))).toContain("it calls nobody yet");
      const startsAtMs = (await rig.progress()).waitingUntilMs ?? 0;
      expect(await rig.details()).toContain(`**It begins at ${formatInstant(startsAtMs)}**`);
      expect(await rig.details()).toMatch(/Send a Signal, `unschedule` or `cancel`/);
      await rig.env.skip(3_590_000);
      expect([rig.fake.state(), rig.fake.claims]).toEqual(["scheduled", []]);
      await rig.env.skip(11_000);
      await rig.claimed(2);
      expect(await rig.details()).toContain("start by system");
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      expect(rig.fake.claims[0]?.atMs).toBeGreaterThanOrEqual(startsAtMs);
      await rig.record("scheduled");
    }));

  it("begins at the start that it was given while it waited, which its row alone knows", () =>
    withCampaign({ contacts: 1, maxConcurrency: 1, startsInMs: 7_200_000 }, async (rig) => {
      await rig.command("start");
      const nowMs = await rig.env.currentTimeMs();
      rig.fake.moveStart(nowMs + 3_600_000);
      await rig.handle.signal(rescheduleSignal);
      await waitUntil(
        "it has heard of the earlier start",
        async () => (await rig.progress()).waitingUntilMs === nowMs + 3_600_000,
      );
      // Nobody tells it of this one: the row says that it is too early when the timer fires.
      rig.fake.moveStart(nowMs + 5_400_000);
      await rig.env.skip(3_700_000);
      await waitUntil("it waits anew", async () => (await rig.progress()).waitingUntilMs === nowMs + 5_400_000);
      expect(rig.fake.claims).toEqual([]);
      await rig.env.skip(1_800_000);
      await rig.claimed(1);
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("rescheduled");
    }));

  it("ends as a draft when it is unscheduled, and is scheduled or canceled anew", () =>
    withCampaign({ contacts: 1, maxConcurrency: 1, startsInMs: 3_600_000 }, async (rig) => {
      await rig.command("start");
      expect(await rig.command("unschedule")).toEqual({ state: "draft", changed: true });
      expect(await rig.handle.result()).toBe("draft");
      await rig.record("unscheduled");
      // Waiting for a result lets the server skip time.
      rig.fake.moveStart((await rig.env.currentTimeMs()) + 3_600_000);
      expect(await rig.command("start")).toEqual({ state: "scheduled", changed: true });
      expect(await rig.command("cancel")).toEqual({ state: "canceled", changed: true });
      expect(await rig.handle.result()).toBe("canceled");
      expect(rig.fake.claims).toEqual([]);
    }));

  it("tells a repeated command that it holds, and refuses one that the state forbids", () =>
    withCampaign({ contacts: 2, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      expect(await rig.command("start")).toEqual({ state: "running", changed: false });
      expect(await refusal(rig.command("cancel"))).toContain("pause it first");
      expect(await refusal(rig.redial())).toContain("running campaign cannot be redialled");
      await rig.settleUntilDone();
      await rig.handle.result();
    }));

  it("takes its contacts when the import of its file is over, which begins again where it ended early, and is waited for where another one runs it", () => {
    const input = { organizationId: 7, importId: 5 };
    let isOver = false;
    let attempts = 0;
    const activities: ContactImportActivities = {
      importContacts: async () => {
        attempts += 1;
      },
      // The server of these tests tells a campaign of no termination.
      settleImport: () => Promise.reject(ApplicationFailure.nonRetryable("ended as a terminated workflow does")),
    };
    const source = { importId: input.importId, isOver: () => isOver };
    return withCampaign({ contacts: 2, maxConcurrency: 2, source }, async ({ env, ...rig }) => {
      await env.startWorkers({ [IMPORT_QUEUE]: activities });
      /** Time that is skipped before would be lost to the campaign. */
      const waits = (looks: number) =>
        waitUntil(`the campaign waits for the ${looks}. time`, async () => {
          const { events } = await rig.handle.fetchHistory();
          return events?.filter(({ timerStartedEventAttributes: timer }) => timer).length === looks;
        });
      /** As a command has it do at once: no time is skipped while a workflow has no worker. */
      const lookAgain = async () => {
        await rig.command("pause");
        await rig.command("resume");
      };
      await rig.command("start");
      await waits(1);
      await env.skip(20_000);
      await waits(2);
      expect(attempts).toBe(2);
      const ofAnother = contactImportStartOptions(input, "of somebody else", { again: true });
      const options = { ...ofAnother, taskQueue: "nobody" };
      await env.client.workflow.start(contactImportContract.type, options);
      await lookAgain();
      await waits(3);
      expect(attempts).toBe(2);
      expect(rig.fake.claims).toEqual([]);
      isOver = true;
      await lookAgain();
      await rig.claimed(2);
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
    });
  });

  it("claims nothing while paused, goes on with new shards after resume", () =>
    withCampaign({ contacts: 6, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(2);
      expect(await rig.command("pause")).toEqual({ state: "paused", changed: true });
      await rig.fake.settle(rig.env.client);
      await rig.state("paused");
      expect(rig.fake.contacts.filter(({ state }) => state === "in_flight")).toHaveLength(0);
      expect(await rig.command("resume")).toEqual({ state: "running", changed: true });
      await rig.claimed(2);
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      expect(new Set(rig.fake.claims.map(({ shardId }) => shardId)).size).toBeGreaterThan(1);
      await rig.record("paused-and-resumed");
    }));

  it("takes a pause that its sender has written to the row for that sender's", () =>
    withCampaign({ contacts: 2, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(2);
      rig.fake.set("paused");
      expect(await rig.command("pause", { hasChanged: true })).toEqual({ state: "paused", changed: true });
      expect(await rig.command("pause")).toEqual({ state: "paused", changed: false });
      const details = await rig.details();
      expect(details).toMatch(/^Paused since .*, by user:1\.$/m);
      expect(details.match(/ pause by user:1$/gm)).toHaveLength(1);
      await rig.command("cancel");
      await rig.fake.settle(rig.env.client);
      expect(await rig.handle.result()).toBe("canceled");
    }));

  it("carries commands out in the order in which they came, however late one is carried out", async () => {
    const workerCameBack = Promise.withResolvers<void>();
    const commands: CampaignCommandName[] = [];
    const onCommand = (command: CampaignCommandName) => {
      commands.push(command);
      return commands.length === 2 ? workerCameBack.promise : Promise.resolve();
    };
    await withCampaign({ contacts: 2, maxConcurrency: 2, onCommand }, async (rig) => {
      await rig.command("start");
      const unanswered = rig.command("pause");
      await waitUntil("the pause is under way", () => commands.length === 2);
      const repeated = rig.command("pause").then(() => rig.command("resume"));
      try {
        const events = await waitUntil("the repeated pause has come", async () => {
          const history = (await rig.handle.fetchHistory()).events ?? [];
          const taken = history.filter((event) => event.workflowExecutionUpdateAcceptedEventAttributes);
          return taken.length === 3 && history;
        });
        const names = events.map((event) => event.activityTaskScheduledEventAttributes?.activityType?.name);
        expect(names.filter((name) => name === "applyCommand")).toHaveLength(2);
      } finally {
        workerCameBack.resolve();
      }
      await Promise.all([unanswered, repeated]);
      expect(commands).toEqual(["start", "pause", "pause", "resume"]);
      expect(rig.fake.state()).toBe("running");
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("commands-in-turn");
    });
  });

  it("answers a pause of a row that is paused before it is carried out, but not before an earlier command is", async () => {
    const resumed = Promise.withResolvers<void>();
    const paused = Promise.withResolvers<void>();
    const commands: CampaignCommandName[] = [];
    const waits: Partial<Record<number, Promise<void>>> = { 2: paused.promise, 3: resumed.promise };
    const onCommand = (command: CampaignCommandName) => waits[commands.push(command)] ?? Promise.resolve();
    await withCampaign({ contacts: 2, maxConcurrency: 2, onCommand }, async (rig) => {
      await rig.command("start");
      try {
        rig.fake.set("paused");
        const answer = await rig.command("pause", { isRowPaused: true, hasChanged: true });
        expect(answer).toEqual({ state: "paused", changed: true });
        paused.resolve();
        const resume = rig.command("resume");
        await waitUntil("the resume is under way", () => commands.length === 3);
        let isAnswered = false;
        const late = rig.command("pause", { isRowPaused: true }).finally(() => {
          isAnswered = true;
        });
        await waitUntil("the late pause has come", async () => {
          const events = (await rig.handle.fetchHistory()).events ?? [];
          return events.filter((event) => event.workflowExecutionUpdateAcceptedEventAttributes).length === 4;
        });
        // A query is a workflow task of its own, behind the one in which the pause has come.
        await rig.details();
        expect(isAnswered).toBe(false);
        resumed.resolve();
        await resume;
        expect(await late).toEqual({ state: "paused", changed: true });
      } finally {
        paused.resolve();
        resumed.resolve();
      }
      expect(commands).toEqual(["start", "pause", "resume", "pause"]);
      await rig.command("resume");
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("paused-at-once");
    });
  });

  it("runs up to five hundred calls in one shard", () =>
    withCampaign({ contacts: 120, maxConcurrency: 120 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(120);
      expect(new Set(rig.fake.claims.map(({ shardId }) => shardId)).size).toBe(1);
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("one-large-shard");
    }));

  it("fills single places that come free once a second", () =>
    withCampaign({ contacts: 14, maxConcurrency: 10 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(10);
      const { shardId = "", runs = [] } = rig.fake.claims[0] ?? {};
      for (const runUuid of runs.slice(0, 3)) {
        const before = rig.fake.claims.length;
        rig.fake.finish(runUuid);
        await rig.env.client.workflow.getHandle(shardId).signal(callSettledSignal, [runUuid]);
        await waitUntil("its place is filled", () => rig.fake.claims.length > before);
      }
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      const [start = 0, ...later] = (await claimTimesMs(rig.env, shardId)).slice(0, 4);
      expect(later).toHaveLength(3);
      // By the server's clock, on which the shard waits: however slow this machine is, it is never less.
      later.reduce((before, atMs) => {
        expect(atMs - before).toBeGreaterThanOrEqual(1000);
        return atMs;
      }, start);
      await rig.record("single-places");
    }));

  it("goes on at once when calls end before their claim has answered", () =>
    withCampaign({ contacts: 12, maxConcurrency: 3, endsAtOnce: true }, async (rig) => {
      await rig.command("start");
      expect(await rig.handle.result()).toBe("completed");
      const times = rig.fake.claims.map(({ atMs }) => atMs);
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(60_000);
    }));

  it("ends when it is canceled, and the calls under way still settle", () =>
    withCampaign({ contacts: 6, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(2);
      await rig.command("pause");
      await rig.command("cancel");
      expect(await rig.handle.result()).toBe("canceled");
      expect(await rig.fake.settle(rig.env.client)).toBe(2);
      await rig.record("canceled");
    }));

  it("takes Temporal's request to cancel it as a command: it dials no further and ends canceled", () =>
    withCampaign({ contacts: 6, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(2);
      await rig.handle.cancel();
      expect(await rig.handle.result()).toBe("canceled");
      expect(rig.fake.state()).toBe("canceled");
      expect(await rig.fake.settle(rig.env.client)).toBe(2);
      await rig.record("cancel-requested");
    }));

  it("waits for a window that opens in three days without polling for it", () =>
    withCampaign({ contacts: 3, maxConcurrency: 3, opensInMs: 3 * 86_400_000 }, async (rig) => {
      await rig.command("start");
      await waitUntil("it says until when it waits", async () => (await rig.progress()).waitingUntilMs !== null);
      const claimsBefore = rig.fake.claims.length;
      await rig.env.skip(2 * 86_400_000);
      expect(rig.fake.claims.length).toBe(claimsBefore);
      await rig.env.skip(86_400_000 + 1000);
      await rig.claimed(3);
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("window");
    }));

  it("dials again when a retry is due, not before", () =>
    withCampaign({ contacts: 2, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(2);
      await rig.fake.settle(rig.env.client, () => 3_600_000);
      await rig.env.skip(3_500_000);
      expect(rig.fake.contacts.map(({ attempts }) => attempts)).toEqual([1, 1]);
      await rig.env.skip(200_000);
      await rig.claimed(2);
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      expect(rig.fake.contacts.map(({ attempts }) => attempts)).toEqual([2, 2]);
      await rig.record("retries");
    }));

  it("follows a pause that it did not order, such as the circuit breaker's", () =>
    withCampaign({ contacts: 8, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(2);
      rig.fake.set("paused");
      await rig.fake.settle(rig.env.client);
      await rig.state("paused");
      await rig.command("resume");
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("breaker");
    }));

  it("looks again at a resume after a pause that it has not heard of, however long it was going to wait", () =>
    withCampaign({ contacts: 2, maxConcurrency: 2 }, async (rig) => {
      const inThreeDaysMs = (await rig.env.currentTimeMs()) + 3 * 86_400_000;
      for (const contact of rig.fake.contacts) contact.dueAtMs = inThreeDaysMs;
      await rig.command("start");
      await waitUntil("the campaign waits", async () => (await rig.progress()).waitingUntilMs !== null);
      rig.fake.set("paused");
      for (const contact of rig.fake.contacts) contact.dueAtMs = 0;
      expect(await rig.command("resume")).toEqual({ state: "running", changed: true });
      await rig.claimed(2);
      expect(rig.fake.claims[0]?.atMs).toBeLessThan(inThreeDaysMs);
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
    }));

  it("looks at once when it is told to, however long it was going to wait, and waits on where nobody is due", () =>
    withCampaign({ contacts: 2, maxConcurrency: 2 }, async (rig) => {
      const inThreeDaysMs = (await rig.env.currentTimeMs()) + 3 * 86_400_000;
      for (const contact of rig.fake.contacts) contact.dueAtMs = inThreeDaysMs;
      await rig.command("start");
      await waitUntil("the campaign waits", async () => (await rig.progress()).waitingUntilMs !== null);
      await rig.handle.signal(lookSignal);
      await waitUntil("it waits again", async () => (await rig.progress()).waitingUntilMs === inThreeDaysMs);
      expect(rig.fake.claims).toEqual([]);
      for (const contact of rig.fake.contacts) contact.dueAtMs = 0;
      await rig.handle.signal(lookSignal);
      await rig.claimed(2);
      expect(rig.fake.claims[0]?.atMs).toBeLessThan(inThreeDaysMs);
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("told-to-look");
    }));

  it("waits as failed for repair and goes on by resume", () =>
    withCampaign({ contacts: 4, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(2);
      rig.fake.set("failed");
      await rig.fake.settle(rig.env.client);
      await rig.state("failed");
      expect(await refusal(rig.command("pause"))).toContain("failed campaign cannot pause");
      await rig.command("resume");
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("failed-and-resumed");
    }));

  it("is canceled as failed without dialling anybody else", () =>
    withCampaign({ contacts: 4, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(2);
      rig.fake.set("failed");
      await rig.fake.settle(rig.env.client);
      await rig.state("failed");
      await rig.command("cancel");
      expect(await rig.handle.result()).toBe("canceled");
      expect(rig.fake.contacts.filter(({ attempts }) => attempts > 0)).toHaveLength(2);
    }));

  it("takes the same commands as signals; a refused one goes to the log and fails nothing", () =>
    withCampaign({ contacts: 4, maxConcurrency: 2 }, async (rig) => {
      await rig.command("start");
      await rig.claimed(2);
      await rig.handle.signal(commandSignals.cancel);
      await waitUntil("the refusal is logged", () => rig.fake.log.some((line) => line.includes("pause it first")));
      await rig.handle.signal(commandSignals.pause);
      await rig.state("paused");
      await rig.handle.signal(commandSignals.resume);
      await rig.state("running");
      await rig.settleUntilDone();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("signals");
    }));

  it("is opened again by a redial after it has closed", () =>
    withCampaign({ contacts: 1, maxConcurrency: 1 }, async (rig) => {
      await rig.command("start");
      await rig.settleUntilDone();
      await rig.handle.result();
      expect(await rig.redial()).toEqual({ redialedCampaignId: 99 });
      expect(rig.fake.log).toEqual(["redial busy"]);
      expect(await rig.env.client.workflow.getHandle(rig.workflowId).result()).toBe("completed");
      await rig.record("redialled");
    }));
});
