import { sql } from "kysely";
import { CLOSED_CONTACT_STATES } from "../../../domain/call/settled-contact.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { changeFigures } from "./figures.repository.ts";

/** Waiting contacts that are called no more, by the state that they end in. */
export interface ClosedContacts {
  suppressedIds: number[];
  finishedIds: number[];
  /** Those of them that waited for another attempt. */
  waiting: number;
  /** Those of the finished ones that have never answered. */
  unreached: number;
}

/** The state that a waiting contact `c` ends in. */
export const CLOSED_STATE = sql`case when c.attempts = 0 then ${sql.lit(CLOSED_CONTACT_STATES.unattempted)} else ${sql.lit(CLOSED_CONTACT_STATES.attempted)} end`;

/** Counts waiting contacts of a campaign that are called no more, and keeps a step for each state that they end in. */
export const closeContacts = async (
  tx: OrganizationTransaction,
  campaignId: number,
  {
    suppressedIds,
    finishedIds,
    waiting,
    unreached,
    outcome,
    outcomeOfFinished = outcome,
  }: ClosedContacts & { outcome: string | null; outcomeOfFinished?: string | null },
): Promise<void> => {
  if (suppressedIds.length > 0)
    await changeFigures(
      tx,
      campaignId,
      { suppressed: suppressedIds.length, ...(finishedIds.length === 0 && { waiting_retry: -waiting }) },
      { contacts: { ids: suppressedIds, state: "suppressed", outcome } },
    );
  if (finishedIds.length > 0)
    await changeFigures(
      tx,
      campaignId,
      { finished: finishedIds.length, unreached, waiting_retry: -waiting },
      { contacts: { ids: finishedIds, state: "finished", outcome: outcomeOfFinished } },
    );
};
