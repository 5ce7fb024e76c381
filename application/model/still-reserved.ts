import { readAfterConversationNodes } from "../../domain/agent/after-conversation-nodes.ts";
import {
  isCountedIn,
  type RunModelUsage,
  readBudgetedCost,
  selectLanguageModels,
} from "../../domain/model/model-usage.ts";
import { readSpeechCost, readSpeechParts } from "../../domain/model/speech-usage.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/**
 * Returns what is still held for a run's language models; null: nothing. Usage with a price in the budget's currency replaces what
 * is held. The rest stays held while a model may be asked again, and where nothing of the usage, or not all of its priced part, is
 * in that currency. Afterwards only requests without an answer stay held, such as the last one of a worker that was killed.
 */
export const readModelsStillReserved = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id" | "agent_version_id" | "model_usage" | "reserved_model_minor" | "reserved_currency">,
  { usage, pending }: { usage: RunModelUsage | null; pending: RunModelUsage | null },
): Promise<number | null> => {
  const { reserved_model_minor: held, reserved_currency: currency } = run;
  if (held === null || currency === null) return null;
  // The cost of models that speak or hear replaces what is held for those.
  const [before, now] = [selectLanguageModels(run.model_usage), selectLanguageModels(usage)];
  const leftMinor = Math.max(held + readBudgetedCost(before, currency) - readBudgetedCost(now, currency), 0);
  if (!isCountedIn(now, currency) || (await asksModelsAgain(tx, run))) return leftMinor;
  const pendingMinor = readBudgetedCost(selectLanguageModels(pending), currency);
  return pendingMinor === 0 ? null : Math.min(leftMinor, pendingMinor);
};

/** Returns what is still held for the models that speak and hear, which nobody asks once the conversation is over. */
export const readSpeechStillReserved = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id" | "ended_at" | "model_usage" | "reserved_speech_minor" | "reserved_currency">,
  { usage, pending }: { usage: RunModelUsage | null; pending: RunModelUsage | null },
): Promise<number | null> => {
  const { reserved_speech_minor: held, reserved_currency: currency } = run;
  if (held === null || currency === null) return null;
  const costOf = (each: RunModelUsage | null) => readSpeechCost(readSpeechParts(each), currency);
  const openMinor = costOf(pending);
  const leftMinor = Math.max(held + costOf(run.model_usage) - costOf(usage), 0);
  if (await mayStillTalk(tx, run)) return leftMinor;
  return openMinor === 0 ? null : Math.min(leftMinor, openMinor);
};

/** Tells whether the run is in progress or its conclusions are still to be drawn. */
export const mayStillTalk = async (
  tx: OrganizationTransaction,
  { id, ended_at }: Pick<CallRun, "id" | "ended_at">,
): Promise<boolean> => {
  const conversation = tx.selectFrom("conversations").select("concluded_at").where("run_id", "=", id);
  const row = await conversation.executeTakeFirst();
  return row ? row.concluded_at === null : ended_at === null;
};

/** Tells whether the run's conclusions are still to be drawn, or it is still to be reviewed. */
const asksModelsAgain = async (
  tx: OrganizationTransaction,
  { id, agent_version_id }: Pick<CallRun, "id" | "agent_version_id">,
): Promise<boolean> => {
  const conversation = tx.selectFrom("conversations").select("concluded_at").where("run_id", "=", id);
  if ((await conversation.executeTakeFirst())?.concluded_at === null) return true;
  const version = tx.selectFrom("agent_versions").select("definition").where("id", "=", agent_version_id);
  const { reviews } = readAfterConversationNodes((await version.executeTakeFirstOrThrow()).definition);
  if (reviews.length === 0) return false;
  const made = await tx
    .selectFrom("after_call_steps")
    .select("node_id")
    .where("run_id", "=", id)
    .where("state", "<>", "pending")
    .execute();
  return reviews.some((review) => !made.some(({ node_id }) => node_id === review.id));
};
