import { openEmbedder } from "../../infra/models/open-embedder.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { holdModelChoice, readModelChoice } from "../../infra/postgres/model/model-configuration.repository.ts";
import type { DocumentDependencies } from "./step.ts";

/** The name of the organization's embedder, which nobody changes until the transaction ends; null: it has none. */
export const holdConfiguredModel = async (
  tx: OrganizationTransaction,
  {
    organizationId,
    secrets,
    outbound,
  }: Pick<DocumentDependencies, "secrets" | "outbound"> & { organizationId: number },
): Promise<string | null> => {
  await holdModelChoice(tx, "embeddings");
  const choice = await readModelChoice(tx, { organizationId, part: "embeddings", secrets });
  return openEmbedder(choice, outbound)?.name ?? null;
};
