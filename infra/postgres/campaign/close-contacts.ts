import type { OrganizationTransaction } from "../database.ts";
import type { ClosedContacts } from "./campaign-contacts.repository.ts";
import { changeFigures } from "./figures.repository.ts";

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
