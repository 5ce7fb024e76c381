import { sql } from "kysely";
import { isCampaignOver } from "../../domain/campaign/campaign-states.rules.ts";
import { END_REASONS, type JourneyStep } from "../../domain/journey/journey.ts";
import { findStepInForce, type JourneyVersion, type StepInForce } from "../../domain/journey/step-in-force.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { CampaignContact } from "../../infra/postgres/campaign/campaign-contact.entity.ts";
import { findDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { JourneyStepRow } from "../../infra/postgres/journey/journey-step.entity.ts";
import {
  beginSteps,
  claimAbandonedSteps,
  claimDueSteps,
  endWaitingOfCampaign,
  settleStep,
} from "../../infra/postgres/journey/journey-steps.repository.ts";
import { recordIntention, recordJourneyStep } from "../../infra/postgres/journey/journey-timeline.ts";
import { readJourneyVersions } from "../../infra/postgres/journey/journey-versions.repository.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { goOn, readEnding } from "./journey-position.ts";
import { askChannel, callAgain, type DueStep, type StepResult, tellWebhook } from "./step-work.ts";

/** A step that is asked for outside the transaction which has written that it is. */
export interface BegunStep {
  rowId: number;
  /** False: a process had begun it before and has died. */
  isNew: boolean;
  step: JourneyStep;
}

export interface TakenSteps {
  /** False: the campaign does not go on now, so nothing of its journey does. */
  isGoingOn: boolean;
  count: number;
  /** How many people the campaign is to call now. */
  calls: number;
  begun: BegunStep[];
  /** Requests to people that were opened: their workflows are to be started. */
  requests: RequestRow[];
}

/** The campaign is locked meanwhile, and ends of its calls wait. */
const PORTION = 20;
const ENDED_AT_ONCE = 1000;
/** Longer than anybody outside is asked. */
const ABANDONED_AFTER_SECONDS = 90;

const NOTHING: TakenSteps = { isGoingOn: false, count: 0, calls: 0, begun: [], requests: [] };

/**
 * Takes a portion of the steps that are due. What is done by rows alone is done with this transaction, once; for the rest it is written
 * that it begins, and the caller asks outside afterwards.
 */
export const takeSteps = async (tx: OrganizationTransaction, campaignId: number, now: Date): Promise<TakenSteps> => {
  const campaign = await lockCampaignRow(tx, campaignId);
  if (!campaign || campaign.journey_version === null) return NOTHING;
  await tx
    .updateTable("campaigns")
    .set({ journey_worked_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", campaign.id)
    .execute();
  if (isCampaignOver(campaign.state)) {
    const reason = `the campaign is ${campaign.state}`;
    const count = await endWaitingOfCampaign(tx, campaign.id, { reason, limit: ENDED_AT_ONCE });
    return { ...NOTHING, isGoingOn: count > 0, count };
  }
  if (campaign.state !== "running") return NOTHING;
  const abandoned = await claimAbandonedSteps(tx, campaign.id, {
    olderThanSeconds: ABANDONED_AFTER_SECONDS,
    limit: PORTION,
  });
  const due = await claimDueSteps(tx, campaign.id, PORTION);
  const count = abandoned.length + due.length;
  const taken: TakenSteps = { isGoingOn: true, count, calls: 0, begun: [], requests: [] };
  const known = await readAround(tx, campaign, [...abandoned, ...due]);
  for (const row of abandoned) await takeAgain(tx, { row, ...known.of(row) }, taken);
  for (const row of due) await take(tx, { campaign, row, now, ...known.of(row) }, taken);
  return taken;
};

interface Around {
  contact: CampaignContact | undefined;
  run: CallRun | undefined;
  inForce: StepInForce | null;
}

/** Reads what decides about claimed steps: their contacts, the calls that led there and the versions of the journey. */
const readAround = async (tx: OrganizationTransaction, campaign: Campaign, rows: readonly JourneyStepRow[]) => {
  const newestVersion = campaign.journey_version ?? 0;
  const versions = await readJourneyVersions(tx, campaign.id, [newestVersion, ...rows.map(({ version }) => version)]);
  const contacts = await tx
    .selectFrom("campaign_contacts")
    .selectAll()
    .where(sql<boolean>`id = any(${rows.map((row) => row.campaign_contact_id)}::bigint[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  const runs = await tx
    .selectFrom("call_runs")
    .selectAll()
    .where(sql<boolean>`id = any(${rows.flatMap(({ run_id }) => run_id ?? [])}::bigint[])`)
    .execute();
  const none: JourneyVersion = { version: 0, steps: [] };
  const newest = versions.get(newestVersion) ?? none;
  return {
    of: (row: JourneyStepRow): Around => ({
      contact: contacts.find(({ id }) => id === row.campaign_contact_id),
      run: runs.find(({ id }) => id === row.run_id),
      inForce: findStepInForce(row.step, { own: versions.get(row.version) ?? none, newest }),
    }),
  };
};

/** Whoever asks for a repeated one knows by its key whether it was done, or says that nobody does. */
const takeAgain = async (
  tx: OrganizationTransaction,
  { row, inForce }: { row: JourneyStepRow } & Around,
  taken: TakenSteps,
): Promise<void> => {
  if (!inForce) return void (await settleStep(tx, row.id, { state: "unclear", reason: "the journey was changed" }));
  await beginSteps(tx, [row.id], "doing");
  taken.begun.push({ rowId: row.id, isNew: false, step: inForce.step });
};

/** The steps that reach the person; nobody who is on the do-not-call list is reached. */
const REACHING: ReadonlySet<JourneyStep["do"]> = new Set(["call", "sms", "mail"]);
/** The steps that are asked for outside, or that wait for locks which a call's hand-over holds. */
const OUTSIDE: ReadonlySet<JourneyStep["do"]> = new Set(["sms", "mail", "do_not_call"]);

const take = async (
  tx: OrganizationTransaction,
  { campaign, contact, run, row: found, inForce, now }: { campaign: Campaign; row: JourneyStepRow; now: Date } & Around,
  taken: TakenSteps,
): Promise<void> => {
  const row = inForce ? { ...found, version: inForce.journey.version } : found;
  const settle = (state: "ended" | "skipped" | "done", reason: string | null) =>
    settleAndTell(tx, { campaign, row, kind: inForce?.step.do, state, reason });
  if (!inForce) return settle("ended", "the journey has no such step any more");
  if (!contact) return settle("ended", "the person is not in the campaign any more");
  const { step, journey } = inForce;
  if (row.version !== found.version)
    await tx.updateTable("journey_steps").set({ version: row.version }).where("id", "=", row.id).execute();
  if (REACHING.has(step.do) && (await findDoNotCall(tx, contact.phone_number, campaign.environment)))
    return settle("ended", END_REASONS.listed);
  const due: DueStep = { campaign, contact, run, row, now };
  await recordIntention(tx, campaign, { row, kind: step.do, phoneNumber: contact.phone_number });
  if (OUTSIDE.has(step.do)) {
    await beginSteps(tx, [row.id], "doing");
    taken.begun.push({ rowId: row.id, isNew: true, step });
    return;
  }
  const result = await doByRows(tx, due, step);
  if (result.kind === "calling") {
    taken.calls += 1;
    return;
  }
  if (result.kind === "done" && result.request) taken.requests.push(result.request);
  await settle(result.kind, result.kind === "skipped" ? result.reason : null);
  if (result.kind === "skipped" && result.ends) return;
  await goOn(tx, { ...due, journey, after: step, ending: readEnding(run, contact), runId: row.run_id });
};

const doByRows = (tx: OrganizationTransaction, due: DueStep, step: JourneyStep): Promise<StepResult> => {
  if (step.do === "call") return callAgain(tx, due, step);
  if (step.do === "webhook") return tellWebhook(tx, due, step);
  if (step.do === "inbox") return askChannel(tx, due, step);
  throw new Error(`${step.do} is not done by rows`);
};

export const settleAndTell = async (
  tx: OrganizationTransaction,
  {
    campaign,
    row,
    kind,
    state,
    reason,
  }: {
    campaign: Campaign;
    row: JourneyStepRow;
    kind: JourneyStep["do"] | undefined;
    state: "ended" | "skipped" | "done" | "failed" | "unclear";
    reason: string | null;
  },
): Promise<void> => {
  if (!(await settleStep(tx, row.id, { state, reason }))) return;
  await recordJourneyStep(tx, campaign, { row, event: `journey_step_${state}`, kind, reason });
};
