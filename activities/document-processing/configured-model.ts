import { openEmbedder } from "../../infra/models/open-embedder.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { lockShared, buildModelsLockKey } from "../../infra/postgres/locks.ts";
import { readModelChoice } from "../../application/model/model-choice.ts";
import type { DocumentDependencies } from "./step.ts";

/** Returns the name of the organization's embedder, or null when there is none; locks it until the transaction ends. */
export const lockConfiguredModel = async (
  tx: OrganizationTransaction,
  {
    organizationId,
    secrets,
    guardedRequests,
  }: Pick<DocumentDependencies, "secrets" | "guardedRequests"> & { organizationId: number },
): Promise<string | null> => {
  await lockShared(tx, buildModelsLockKey(organizationId));
  const choice = await readModelChoice(tx, { organizationId, part: "embeddings", secrets });
  return openEmbedder(choice, guardedRequests)?.name ?? null;
};
