import type { Client } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import {
  type CampaignCommandName,
  type CampaignState,
  decideCommand,
} from "../../../domain/campaign/campaign-states.rules.ts";
import type { CampaignFigures } from "../../../domain/campaign/progress-figures.rules.ts";
import { explainRedialRefusal } from "../../../domain/campaign/redial.rules.ts";
import { COMMAND_REFUSED } from "../../../workflows/campaign/campaign.contract.ts";
import type { CampaignActivities } from "../../../workflows/campaign/campaign.ports.ts";
import { callSettledSignal } from "../../../workflows/campaign/campaign-shard.contract.ts";

interface FakeContact {
  state: "pending" | "in_flight" | "waiting_retry" | "finished";
  dueAtMs: number;
  attempts: number;
}

export interface FakeCampaign {
  activities: CampaignActivities;
  state(): CampaignState;
  set(state: CampaignState): void;
  /** Changes the campaign's own start, as its row has it. */
  moveStart(startsAtMs: number): void;
  contacts: FakeContact[];
  log: string[];
  /** Ends the calls under way; each contact is finished, or due again after the milliseconds that `retry` gives. */
  settle(client: Client, retry?: (contact: FakeContact) => number | null): Promise<number>;
  /** Finishes one run's contact without telling the shard. */
  finish(runUuid: string): void;
  claims: { shardId: string; token: string; runs: string[]; atMs: number }[];
}

/** Creates the campaign's activities over plain memory: the workflows are under test, not the database. */
export const fakeCampaign = (options: {
  contacts: number;
  maxConcurrency: number;
  nowMs: () => Promise<number>;
  opensAtMs?: number;
  /** The campaign's own start. */
  startsAtMs?: number;
  /** The import of the campaign's file, before which no contacts are taken. */
  source?: { importId: number; isOver(): boolean };
  /** Called with the runs of a claim before it answers. */
  onClaim?: (shardId: string, runUuids: string[]) => Promise<void>;
  /** Called with a command before it is carried out. */
  onCommand?: (command: CampaignCommandName) => Promise<void>;
}): FakeCampaign => {
  const contacts: FakeContact[] = Array.from({ length: options.contacts }, () => ({
    state: "pending",
    dueAtMs: 0,
    attempts: 0,
  }));
  const runs = new Map<string, { contact: FakeContact; shardId: string }>();
  const claims: FakeCampaign["claims"] = [];
  const log: string[] = [];
  let started = 0;
  let state: CampaignState = "draft";
  let revision = 0;
  let prepared = false;
  let startsAtMs = options.startsAtMs;
  const count = (wanted: FakeContact["state"]) => contacts.filter((contact) => contact.state === wanted).length;
  const figures = (): CampaignFigures => ({
    total: prepared ? contacts.length : 0,
    suppressed: 0,
    finished: count("finished"),
    remaining: prepared ? contacts.length - count("finished") : 0,
    dialled: contacts.filter(({ attempts }) => attempts > 0).length,
    answered: count("finished"),
    unreached: 0,
    inFlight: count("in_flight"),
    waitingRetry: count("waiting_retry"),
    attempts: contacts.reduce((sum, { attempts }) => sum + attempts, 0),
    revision,
  });
  const set = (next: CampaignState) => {
    state = next;
    revision += 1;
  };
  const beginning = () => (startsAtMs === undefined ? {} : { beginsAtMs: state === "scheduled" ? startsAtMs : null });
  const reading = () => ({
    name: "spring",
    state,
    figures: figures(),
    maxConcurrency: options.maxConcurrency,
    ...beginning(),
    prepared,
    importId: options.source?.isOver() === false ? options.source.importId : null,
  });
  const nextDueAtMs = () => {
    const due = contacts
      .filter((contact) => ["pending", "waiting_retry"].includes(contact.state))
      .map(({ dueAtMs }) => dueAtMs);
    return due.length === 0 ? null : Math.max(Math.min(...due), options.opensAtMs ?? 0);
  };
  const activities: CampaignActivities = {
    readCampaign: async () => reading(),
    applyCommand: async ({ command }) => {
      await options.onCommand?.(command);
      const isBeforeStart = startsAtMs !== undefined && startsAtMs > (await options.nowMs());
      const decision = decideCommand(state, command, { isBeforeStart });
      if (decision.kind === "refuse") throw ApplicationFailure.nonRetryable(decision.sentence, COMMAND_REFUSED);
      if (decision.kind === "apply") set(decision.to);
      return { state, figures: figures(), ...beginning(), changed: decision.kind === "apply" };
    },
    takeSnapshot: async () => {
      if (options.source?.isOver() === false) return reading();
      prepared = true;
      revision += 1;
      return reading();
    },
    assess: async () => {
      if (state === "running" && figures().remaining === 0) set("completed");
      return {
        state,
        figures: figures(),
        maxConcurrency: options.maxConcurrency,
        nextDueAtMs: nextDueAtMs() ?? (await options.nowMs()) + 2000,
      };
    },
    redial: async ({ command }) => {
      const refusal = explainRedialRefusal(state);
      if (refusal) throw ApplicationFailure.nonRetryable(refusal, COMMAND_REFUSED);
      log.push(`redial ${command.outcomes.join(",")}`);
      return { redialedCampaignId: 99 };
    },
    logDecision: async ({ message }) => void log.push(message),
    claimRuns: async ({ shardId, token, limit }) => {
      const nowMs = await options.nowMs();
      const open = nowMs >= (options.opensAtMs ?? 0);
      const due = contacts.filter(
        (contact) => ["pending", "waiting_retry"].includes(contact.state) && contact.dueAtMs <= nowMs,
      );
      // Like the real one: a repeated claim gets its earlier page, however busy the machine is.
      const before = claims.find((claim) => claim.token === token);
      const taken = state === "running" && open && !before ? due.slice(0, limit) : [];
      const claimed = taken.map((contact) => {
        contact.state = "in_flight";
        contact.attempts += 1;
        // Never that of an earlier run: calls end, and are claimed, at the same time.
        started += 1;
        const runUuid = `run-${started}`;
        runs.set(runUuid, { contact, shardId });
        return runUuid;
      });
      const runUuids = before?.runs ?? claimed;
      revision += 1;
      if (!before) claims.push({ shardId, token, runs: runUuids, atMs: nowMs });
      await options.onClaim?.(shardId, runUuids);
      return {
        runUuids,
        state,
        figures: figures(),
        nextDueAtMs: nextDueAtMs(),
        waitingUntilMs: open ? null : (options.opensAtMs ?? null),
      };
    },
  };
  return {
    activities,
    contacts,
    log,
    claims,
    state: () => state,
    set,
    moveStart: (atMs) => {
      startsAtMs = atMs;
    },
    finish: (runUuid) => {
      const run = runs.get(runUuid);
      if (run) run.contact.state = "finished";
      runs.delete(runUuid);
      revision += 1;
    },
    settle: async (client, retry = () => null) => {
      const nowMs = await options.nowMs();
      const live = [...runs].filter(([, { contact }]) => contact.state === "in_flight");
      for (const [runUuid, { contact, shardId }] of live) {
        const delayMs = retry(contact);
        contact.state = delayMs === null ? "finished" : "waiting_retry";
        contact.dueAtMs = nowMs + (delayMs ?? 0);
        revision += 1;
        runs.delete(runUuid);
        await client.workflow.getHandle(shardId).signal(callSettledSignal, [runUuid]);
      }
      return live.length;
    },
  };
};
