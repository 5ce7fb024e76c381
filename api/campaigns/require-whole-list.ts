import { findImportBeforeStart } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { importUnderWay } from "./campaigns.errors.ts";

/**
 * Throws while an import into the campaign's list is in progress: contacts are copied once, at the start, and later ones would
 * never be called. Call it in the transaction that decides about the start, after its lock. Maintenance restarts an import that has
 * lost its workflow, so nobody waits for ever.
 */
export const requireWholeList = async (tx: OrganizationTransaction, campaignId: number): Promise<void> => {
  const row = await findImportBeforeStart(tx, campaignId);
  if (row) throw importUnderWay(row);
};
