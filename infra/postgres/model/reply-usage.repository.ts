import { addUsage, type ModelUsage, sumUsage } from "../../../domain/model/model-usage.ts";
import type { PriceTable } from "../../telephony/price-table.ts";
import type { OrganizationTransaction } from "../database.ts";

/** Adds the usage of one try at a reply of the assistant; all tries of a reply count. */
export const addReplyUsage = async (
  tx: OrganizationTransaction,
  replyId: number,
  { used, prices }: { used: readonly ModelUsage[]; prices: PriceTable },
): Promise<void> => {
  const usage = sumUsage(
    used.map((each) => ({ ...each, requests: 1 })),
    (model, tokens) => prices.costOfTokens(model, tokens),
  );
  if (!usage) return;
  const reply = await tx
    .selectFrom("thread_replies")
    .select("model_usage")
    .where("id", "=", replyId)
    .forUpdate()
    .executeTakeFirst();
  await tx
    .updateTable("thread_replies")
    .set({ model_usage: reply?.model_usage ? addUsage(reply.model_usage, usage) : usage })
    .where("id", "=", replyId)
    .execute();
};
