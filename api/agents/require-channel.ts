import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { notFound } from "../http/http-error.ts";

/** Locks the channel until the transaction ends, so that no agent moves into one that is being deleted. */
export const requireChannel = async (tx: OrganizationTransaction, channelId: number): Promise<void> => {
  const channel = await tx.selectFrom("folders").select("id").where("id", "=", channelId).forShare().executeTakeFirst();
  if (!channel) throw notFound("Channel");
};
