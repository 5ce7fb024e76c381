import { findImportBeforeStart } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { importUnderWay } from "./campaigns.errors.ts";

/**
 * Throws while an import into the campaign's list is under way: contacts are taken once, at the start, and whoever came
 * later would never be called. Maintenance takes up an import that has lost its workflow, so nobody waits for ever.
 */
export const requireWholeList = async (context: OperationContext, campaignId: number): Promise<void> => {
  const row = await context.inOrganization((tx) => findImportBeforeStart(tx, campaignId));
  if (row) throw importUnderWay(row);
};
