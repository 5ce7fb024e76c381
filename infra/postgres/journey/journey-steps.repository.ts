import { sql } from "kysely";
import { OPEN_STEP_STATES, type StepState } from "../../../domain/journey/journey.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { JourneyStepRow } from "./journey-step.entity.ts";

export interface NewJourneyStep {
  organizationId: number;
  campaignId: number;
  campaignContactId: number;
  phoneNumber: string;
  version: number;
  step: string;
  cameFrom: string | null;
  runId: number | null;
  dueAt: Date;
  /** How often a person may come to this step. */
  most: number;
}

/**
 * Puts a person at a step, once for each time that they come to it; a step that they have taken as often as they may is skipped. Returns
 * the row.
 */
export const enterStep = async (tx: OrganizationTransaction, entered: NewJourneyStep): Promise<JourneyStepRow> => {
  const { passes } = await tx
    .selectFrom("journey_steps")
    .select((rows) => rows.fn.countAll<number>().as("passes"))
    .where("campaign_contact_id", "=", entered.campaignContactId)
    .where("step", "=", entered.step)
    .executeTakeFirstOrThrow();
  const isSpent = passes >= entered.most;
  return tx
    .insertInto("journey_steps")
    .values({
      organization_id: entered.organizationId,
      campaign_id: entered.campaignId,
      campaign_contact_id: entered.campaignContactId,
      phone_number: isSpent ? null : entered.phoneNumber,
      version: entered.version,
      step: entered.step,
      pass: passes + 1,
      came_from: entered.cameFrom,
      run_id: entered.runId,
      state: isSpent ? "skipped" : "waiting",
      due_at: entered.dueAt,
      ...(isSpent && { reason: "taken as often as it may be", settled_at: sql<Date>`clock_timestamp()` }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Claims steps of a campaign that are due, the oldest first, and skips those that another claim is taking. */
export const claimDueSteps = (
  tx: OrganizationTransaction,
  campaignId: number,
  limit: number,
): Promise<JourneyStepRow[]> =>
  tx
    .selectFrom("journey_steps")
    .selectAll()
    .where("campaign_id", "=", campaignId)
    .where("state", "=", "waiting")
    .where("due_at", "<=", sql<Date>`clock_timestamp()`)
    .orderBy("due_at")
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Claims steps that a process began and did not settle: it has died, or hangs. */
export const claimAbandonedSteps = (
  tx: OrganizationTransaction,
  campaignId: number,
  { olderThanSeconds, limit }: { olderThanSeconds: number; limit: number },
): Promise<JourneyStepRow[]> =>
  tx
    .selectFrom("journey_steps")
    .selectAll()
    .where("campaign_id", "=", campaignId)
    .where("state", "=", "doing")
    .where("started_at", "<", sql<Date>`clock_timestamp() - make_interval(secs => ${olderThanSeconds})`)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Marks that what steps do is asked outside from now on. */
export const beginSteps = async (
  tx: OrganizationTransaction,
  ids: readonly number[],
  state: "doing" | "calling",
): Promise<void> => {
  if (ids.length === 0) return;
  await tx
    .updateTable("journey_steps")
    .set({ state, started_at: sql<Date>`clock_timestamp()` })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
};

export const postponeStep = async (tx: OrganizationTransaction, id: number, dueAt: Date): Promise<void> => {
  await tx
    .updateTable("journey_steps")
    .set({ state: "waiting", due_at: dueAt, started_at: null })
    .where("id", "=", id)
    .execute();
};

export interface StepEnd {
  state: Exclude<StepState, (typeof OPEN_STEP_STATES)[number]>;
  reason?: string | null;
}

/** Settles a step that is in one of the states `from`; returns false when it is not any more. The person's number is dropped. */
export const settleStep = async (
  tx: OrganizationTransaction,
  id: number,
  { state, reason = null, from = OPEN_STEP_STATES }: StepEnd & { from?: readonly StepState[] },
): Promise<boolean> => {
  const settled = await tx
    .updateTable("journey_steps")
    .set({ state, reason, settled_at: sql<Date>`clock_timestamp()`, phone_number: null })
    .where("id", "=", id)
    .where("state", "in", from)
    .returning("id")
    .executeTakeFirst();
  return settled !== undefined;
};

export const findStep = (tx: OrganizationTransaction, id: number): Promise<JourneyStepRow | undefined> =>
  tx.selectFrom("journey_steps").selectAll().where("id", "=", id).executeTakeFirst();

/** Ends what waits for people with these numbers; the step that is being done is done. Returns the ended steps. */
export const endWaitingOfNumbers = async (
  tx: OrganizationTransaction,
  { phoneNumbers, environments }: { phoneNumbers: readonly string[]; environments: readonly string[] },
  reason: string,
): Promise<JourneyStepRow[]> => {
  if (phoneNumbers.length === 0) return [];
  const { rows } = await sql<JourneyStepRow>`
    update journey_steps s set state = 'ended', reason = ${reason}, settled_at = clock_timestamp(), phone_number = null
    from campaigns c
    where s.phone_number = any(${phoneNumbers}::text[]) and s.state = 'waiting' and c.id = s.campaign_id
      and c.environment = any(${environments}::text[])
    returning s.*`.execute(tx);
  return rows;
};

/** Ends what waits in a campaign that is over, at most `limit` steps; returns how many. */
export const endWaitingOfCampaign = async (
  tx: OrganizationTransaction,
  campaignId: number,
  { reason, limit }: { reason: string; limit: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update journey_steps set state = 'ended', reason = ${reason}, settled_at = clock_timestamp(), phone_number = null
    where id = any(array(
      select id from journey_steps where campaign_id = ${campaignId} and state in ('waiting', 'calling') limit ${limit} for update skip locked
    ))`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** Ends the steps for which contacts were to be called who are called no more. */
export const endCallSteps = async (
  tx: OrganizationTransaction,
  campaignContactIds: readonly number[],
  reason: string,
): Promise<void> => {
  if (campaignContactIds.length === 0) return;
  await sql`
    update journey_steps s set state = 'ended', reason = ${reason}, settled_at = clock_timestamp(), phone_number = null
    from campaign_contacts c
    where c.id = any(${campaignContactIds}::bigint[]) and c.journey_step_id = s.id and s.state = 'calling'`.execute(tx);
};

/** When the first step that waits is due, and whether any step is open; by one probe of an index each. */
export const readOpenSteps = async (
  tx: OrganizationTransaction,
  campaignId: number,
): Promise<{ nextDueAt: Date | null; isOpen: boolean }> => {
  const { rows } = await sql<{ due: Date | null; busy: boolean }>`
    select (select due_at from journey_steps where campaign_id = ${campaignId} and state = 'waiting' order by due_at limit 1) as due,
      exists (select from journey_steps where campaign_id = ${campaignId} and state in ('doing', 'calling')) as busy`.execute(
    tx,
  );
  const { due = null, busy = false } = rows[0] ?? {};
  return { nextDueAt: due, isOpen: due !== null || busy };
};

export interface EdgeCount {
  came_from: string | null;
  step: string;
  state: StepState;
  people: number;
}

/** Counts the people of each edge of a journey, by what became of them at the step that it leads to. */
export const countEdges = async (tx: OrganizationTransaction, campaignId: number): Promise<EdgeCount[]> =>
  tx
    .selectFrom("journey_steps")
    .select(["came_from", "step", "state", sql<number>`count(*)::integer`.as("people")])
    .where("campaign_id", "=", campaignId)
    .groupBy(["came_from", "step", "state"])
    .execute();

export interface DueJourney {
  organizationId: number;
  campaignId: number;
}

/** Lists campaigns of all organizations with steps that are due and that nobody has worked on for `restSeconds`. */
export const listDueJourneys = async ({
  database: { withoutOrganization },
  restSeconds,
}: {
  database: Database;
  restSeconds: number;
}): Promise<DueJourney[]> => {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select id, organization_id from platform_due_journeys(make_interval(secs => ${restSeconds}))`.execute(
    withoutOrganization,
  );
  return rows.map((row) => ({ organizationId: row.organization_id, campaignId: row.id }));
};
