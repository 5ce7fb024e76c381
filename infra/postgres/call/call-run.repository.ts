import { sql } from "kysely";
import { FINAL_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { type CampaignStepFacts, changeFigures, type FiguresDelta } from "../campaign/figures.repository.ts";
import { compileOnce } from "../compile-once.ts";
import type { OrganizationTransaction } from "../database.ts";
import { appendEntry } from "../record/append-entry.ts";
import { sendTogether } from "../send-together.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { CallRun, CarrierUnreachable } from "./call-run.entity.ts";

export const findRun = (tx: OrganizationTransaction, runUuid: string): Promise<CallRun | undefined> =>
  tx.selectFrom("call_runs").selectAll().where("uuid", "=", runUuid).executeTakeFirst();

/** Finds the fields that name the locks of a hand-over; the whole row is read under these locks. */
export const findDialledNumber = (
  tx: OrganizationTransaction,
  runUuid: string,
): Promise<Pick<CallRun, "organization_id" | "campaign_id" | "called_number"> | undefined> =>
  tx
    .selectFrom("call_runs")
    .select(["organization_id", "campaign_id", "called_number"])
    .where("uuid", "=", runUuid)
    .executeTakeFirst();

export const lockRun = (tx: OrganizationTransaction, runUuid: string): Promise<CallRun | undefined> =>
  tx.selectFrom("call_runs").selectAll().where("uuid", "=", runUuid).forUpdate().executeTakeFirst();

/** What a carrier's report about a call needs of its run; calls are reported about several times each. */
export const FOLLOWED_COLUMNS = [
  "id",
  "uuid",
  "organization_id",
  "agent_id",
  "campaign_id",
  "campaign_contact_id",
  "name",
  "attempt",
  "environment",
  "state",
  "carrier_accepted_at",
  "carrier_call_id",
  "holds_conversation",
] as const;
export type FollowedRun = Pick<CallRun, (typeof FOLLOWED_COLUMNS)[number]>;

/** What changes of a run while its carrier reports about it. */
const PROGRESS_COLUMNS = ["id", "state", "holds_conversation"] as const;
export type RunProgress = Pick<CallRun, (typeof PROGRESS_COLUMNS)[number]>;

/**
 * Locks the rows of these runs until the transaction ends, and returns how far they are; in the order of their ids, so that
 * two transactions with several runs cannot deadlock. Rows that refer to them can still be written.
 */
export const lockRuns = (tx: OrganizationTransaction, ids: readonly number[]): Promise<RunProgress[]> =>
  lockStatement(tx, [ids]);

const lockStatement = compileOnce<RunProgress>((tx) =>
  tx
    .selectFrom("call_runs")
    .select(PROGRESS_COLUMNS)
    .where(sql<boolean>`id = any(${[]}::bigint[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .compile(),
);

/** Returns how long ago the call was requested from the carrier, by the database's clock; null: never. */
export const readMillisecondsSinceRequest = async (
  tx: OrganizationTransaction,
  runId: number,
): Promise<number | null> => {
  const { age } = await tx
    .selectFrom("call_runs")
    .select(sql<number | null>`extract(epoch from clock_timestamp() - carrier_requested_at) * 1000`.as("age"))
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  return age;
};

/** Notes why a call under way waits, or with null that it goes on. */
export const noteUnreachable = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id">,
  unreachable: Omit<CarrierUnreachable, "last_tried_at"> | null,
): Promise<void> => {
  await tx
    .updateTable("call_runs")
    .set({
      carrier_unreachable: unreachable && { ...unreachable, last_tried_at: new Date().toISOString() },
    })
    .where("id", "=", run.id)
    .where("state", "not in", FINAL_CALL_STATES)
    .execute();
};

/**
 * Stores once that the carrier has the call: with its answer or its first callback, whichever comes first. `run` may have
 * been read before the carrier was asked. Where nothing follows in the transaction, `send` is `sendWithCommit`.
 */
export const markAccepted = async (
  tx: OrganizationTransaction,
  run: FollowedRun,
  { carrierCallId, send = sendTogether }: { carrierCallId: string; send?: typeof sendTogether },
): Promise<void> => {
  if (run.carrier_accepted_at !== null) return;
  const accepted = await tx
    .updateTable("call_runs")
    .set({ carrier_accepted_at: sql<Date>`now()`, carrier_call_id: carrierCallId, carrier_unreachable: null })
    .where("uuid", "=", run.uuid)
    .where("carrier_accepted_at", "is", null)
    .returning("provider")
    .executeTakeFirst();
  if (!accepted) return;
  const attempt = await countAttempt(tx, run);
  await send(tx, (tx) => [
    attempt && changeFigures(tx, attempt.campaignId, attempt.figures, attempt.step),
    recordTimeline(tx, {
      organizationId: run.organization_id,
      kind: "call_started",
      actor: `agent:${run.agent_id}`,
      summary: `${run.name}: the carrier took the call`,
      payload: { attempt: run.attempt, provider: accepted.provider, environment: run.environment },
      agentId: run.agent_id,
      runId: run.id,
      campaignId: run.campaign_id,
    }),
    appendEntry(tx, {
      organizationId: run.organization_id,
      kind: "attempt.answered",
      actor: `agent:${run.agent_id}`,
      run: run.uuid,
      facts: { run: run.uuid, carrier_call_id: carrierCallId },
    }),
  ]);
};

/** Counts the attempt of a campaign's contact; returns what it changes in the campaign's figures. */
const countAttempt = async (
  tx: OrganizationTransaction,
  { id, campaign_id: campaignId, campaign_contact_id: contactId }: FollowedRun,
): Promise<{ campaignId: number; figures: FiguresDelta; step: CampaignStepFacts } | null> => {
  if (campaignId === null || contactId === null) return null;
  const contact = await tx
    .with("before", (contacts) =>
      contacts.selectFrom("campaign_contacts").select(["id", "dialled"]).where("id", "=", contactId).forUpdate(),
    )
    .updateTable("campaign_contacts")
    .from("before")
    .set({ dialled: true, attempts: sql<number>`attempts + 1` })
    .whereRef("campaign_contacts.id", "=", "before.id")
    .returning("before.dialled as dialledBefore")
    .executeTakeFirstOrThrow();
  return {
    campaignId,
    figures: { attempts: 1, dialled: contact.dialledBefore ? 0 : 1 },
    step: { contacts: { ids: [contactId] }, run: { id, isAccepted: true } },
  };
};

/** Tells whether the carrier has not reported the call's cost yet. */
export const isWaitingForPrice = (run: Pick<CallRun, "cost_minor" | "carrier_call_id">): boolean =>
  run.cost_minor === null && run.carrier_call_id !== null;
