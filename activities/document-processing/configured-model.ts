import { readEmbeddings } from "../../application/model/model-choice.ts";
import { openEmbedder } from "../../infra/models/open-embedder.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildModelsLockKey, lockShared } from "../../infra/postgres/locks.ts";
import type { DocumentDependencies } from "./step.ts";

/** Returns the name of the organization's embedder, or null when there is none; locks it until the transaction ends. */
export const lockConfiguredModel = async (
  tx: OrganizationTransaction,
  {
    organizationId,
    secrets,
    guardedRequests,
    defaultEmbeddings,
  }: Pick<DocumentDependencies, "secrets" | "guardedRequests" | "defaultEmbeddings"> & { organizationId: number },
): Promise<string | null> => {
  await lockShared(tx, buildModelsLockKey(organizationId));
  const choice = await readEmbeddings(tx, { organizationId, secrets, defaultEmbeddings });
  return openEmbedder(choice, guardedRequests)?.name ?? null;
};
