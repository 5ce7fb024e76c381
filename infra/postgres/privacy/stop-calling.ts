import { sql } from "kysely";
import { WAITING_CONTACT_STATES } from "../../../domain/campaign/contact-states.rules.ts";
import { ENVIRONMENTS, type Environment } from "../../../domain/environment/sandbox.rules.ts";
import { END_REASONS } from "../../../domain/journey/journey.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import { CLOSED_STATE, type ClosedContacts, closeContacts } from "../campaign/close-contacts.ts";
import { IS_UNREACHED } from "../campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../database.ts";
import { endCallSteps, endWaitingOfNumbers } from "../journey/journey-steps.repository.ts";
import { literals } from "../literals.ts";
import { lockNumbers } from "../locks.ts";

interface CalledPerson {
  organizationId: number;
  numbers: readonly string[];
  /** Set where they have opted out, which is then the contact's outcome. The environments in which that binds. */
  optedOutIn?: readonly Environment[];
}

/**
 * Takes a person out of the campaigns that would still call them; the contact counts there as suppressed, or as finished when it was
 * dialled. It waits for a call that is being handed over. Returns how many contacts it took out.
 */
export const stopCalling = async (
  tx: OrganizationTransaction,
  { organizationId, numbers, optedOutIn }: CalledPerson,
): Promise<number> => {
  await lockNumbers(tx, organizationId, numbers);
  const environments = optedOutIn ?? ENVIRONMENTS;
  const reason = optedOutIn ? END_REASONS.listed : END_REASONS.erased;
  const outcome = optedOutIn
    ? sql`case when c.attempts = 0 then 'blocked_dnc' else 'opted_out' end`
    : sql`coalesce(c.last_outcome, 'canceled')`;
  const { rows } = await sql<ClosedOfCampaign>`
    with waiting as materialized (
      select id, state from campaign_contacts
      where phone_number = any(${numbers}::text[]) and state in (${literals(WAITING_CONTACT_STATES)})
        and campaign_id in (select k.id from campaigns k where k.environment = any(${environments}::text[])) order by id for update
    ), closed as (
      update campaign_contacts c set state = ${CLOSED_STATE},
        last_outcome = ${outcome}
      from waiting w where c.id = w.id
      returning c.id, c.campaign_id, c.state, c.answered, c.last_outcome, w.state as state_before
    )
    select campaign_id, last_outcome as outcome, coalesce(array_agg(id) filter (where state = 'suppressed'), '{}') as "suppressedIds",
      coalesce(array_agg(id) filter (where state = 'finished'), '{}') as "finishedIds",
      count(*) filter (where state_before = 'waiting_retry') as waiting,
      count(*) filter (where ${IS_UNREACHED}) as unreached
    from closed group by campaign_id, last_outcome order by campaign_id`.execute(tx);
  for (const { campaign_id, ...closed } of rows) {
    await closeContacts(tx, campaign_id, closed);
    await endCallSteps(tx, closed.finishedIds, reason);
  }
  await endWaitingOfNumbers(tx, { phoneNumbers: numbers, environments }, reason);
  return rows.reduce((sum, { suppressedIds, finishedIds }) => sum + suppressedIds.length + finishedIds.length, 0);
};

interface ClosedOfCampaign extends ClosedContacts {
  campaign_id: number;
  outcome: string | null;
}

export type RunOfPerson = Pick<CallRun, "id" | "uuid" | "mode" | "organization_id" | "ended_at">;

export const listRunsById = (tx: OrganizationTransaction, runIds: readonly number[]): Promise<RunOfPerson[]> =>
  runIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("call_runs")
        .select(["id", "uuid", "mode", "organization_id", "ended_at"])
        .where(sql<boolean>`id = any(${runIds}::bigint[])`)
        .orderBy("id")
        .execute();

/** Nobody asks carriers for recordings of these runs any more. */
export const stopAskingForRecordings = async (
  tx: OrganizationTransaction,
  runIds: readonly number[],
): Promise<void> => {
  await tx
    .deleteFrom("awaited_reports")
    .where("kind", "=", "recording")
    .where(sql<boolean>`run_id = any(${runIds}::bigint[])`)
    .execute();
};
