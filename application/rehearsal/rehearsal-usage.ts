import { sql } from "kysely";
import type { ChatModel } from "../../domain/model/chat-model.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import type { ReservedRequest } from "../../domain/model/model-allowance.ts";
import { type ModelUsage, sumUsage, type TokenUsage } from "../../domain/model/model-usage.ts";
import { WRITTEN_REPLY } from "../../domain/model/reply-limits.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { countModelUsage } from "../../infra/models/counted-model.ts";
import { limitModel } from "../../infra/models/limited-model.ts";
import { type ModelChoice, openModel, readPricedName } from "../../infra/models/open-model.ts";
import { queueForAdmission } from "../../infra/postgres/call/admission.repository.ts";
import { readBudgets } from "../../infra/postgres/call/budget.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { KeptTokens } from "../../infra/postgres/rehearsal/rehearsal-conversation.entity.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";

export const BUDGET_USED_UP =
  "The organization's budget has no room for another request to the model: raise the budget, or rehearse after it is renewed";

type Parts = Pick<Adapters, "database" | "prices" | "clock" | "guardedRequests" | "logger">;

/** The conversation whose row counts the tokens. */
export interface CountedConversation {
  organizationId: number;
  conversationId: number;
  environment: "production" | "sandbox";
}

/** What the requests of one conversation may cost, whoever asks: the agent, the caller, a judge or the search of documents. */
export interface RehearsalBudget {
  /** Holds a request's highest cost before it is sent. */
  hold(most: TokenUsage & { model: string }): Promise<ReservedRequest>;
  /** Keeps the promise that stores a request's tokens. */
  keep(writing: Promise<void>): void;
  /** Waits until the tokens of all requests are stored. */
  written(): Promise<void>;
  /** Opens a model whose requests it holds. */
  open(choice: ModelChoice | null): ChatModel;
}

/**
 * Creates the budget of a rehearsed conversation. Its row holds one request at a time, so a request waits until the tokens of all
 * earlier ones are stored: those of a persona that was broken off would otherwise take away what is held for the agent.
 */
export const createRehearsalBudget = (parts: Parts, conversation: CountedConversation): RehearsalBudget => {
  const writings = new Set<Promise<void>>();
  const written = async () => {
    await Promise.all(writings);
  };
  const keep = (writing: Promise<void>) => {
    const noted = writing.catch((err: unknown) => {
      parts.logger.warn(
        { err, conversation_id: conversation.conversationId },
        "a rehearsal's tokens could not be stored",
      );
    });
    writings.add(noted);
    void noted.then(() => writings.delete(noted));
  };
  const holdNext = async (most: TokenUsage & { model: string }): Promise<ReservedRequest> => {
    await written();
    await parts.database.inOrganization(conversation.organizationId, (tx) => hold(parts, tx, { conversation, most }));
    return { end: (usage) => endRequest(parts, conversation, usage) };
  };
  const open = (choice: ModelChoice | null) => {
    const model = openModel(choice, parts.guardedRequests, WRITTEN_REPLY);
    return readPricedName(choice) === null
      ? countModelUsage(model, (usage) => keep(endRequest(parts, conversation, usage)))
      : limitModel(model, { hold: holdNext, written: keep });
  };
  return { hold: holdNext, keep, written, open };
};

const hold = async (
  { prices, clock }: Parts,
  tx: OrganizationTransaction,
  { conversation, most }: { conversation: CountedConversation; most: TokenUsage & { model: string } },
): Promise<void> => {
  const { organizationId, conversationId, environment } = conversation;
  await queueForAdmission(tx, { organization_id: organizationId });
  const standings = await readBudgets(tx, { organizationId, campaign: null, environment }, clock.now());
  const price = prices.costOfTokens(most.model, most);
  const needMinor = Math.ceil(price?.exactMinor ?? 0);
  for (const { currency, spentMinor, heldMinor, limitMinor } of standings) {
    if (price && price.exactMinor > 0 && price.currency !== currency) {
      const sentence = `The budgets are in ${currency}, and the tokens of ${most.model} are priced in ${price.currency}`;
      throw new ModelError("refused", sentence);
    }
    if (needMinor > 0 && spentMinor + heldMinor + needMinor > limitMinor)
      throw new ModelError("refused", BUDGET_USED_UP);
  }
  await tx
    .updateTable("rehearsal_conversations")
    .set({
      pending: { ...most, requests: 1, estimated: true },
      held_minor: needMinor,
      held_currency: price?.currency ?? null,
    })
    .where("id", "=", conversationId)
    .execute();
};

/** Replaces what is held by the tokens that were used. */
const endRequest = ({ database, prices }: Parts, conversation: CountedConversation, usage: ModelUsage | null) =>
  database.inOrganization(conversation.organizationId, (tx) =>
    keepTokens(tx, { prices, conversationId: conversation.conversationId, usage: usage && { ...usage, requests: 1 } }),
  );

/** Counts a request whose process died before its answer with the most that it can have used. */
export const countLostRequest = async (
  tx: OrganizationTransaction,
  { conversationId, pending, prices }: { conversationId: number; pending: KeptTokens | null; prices: PriceTable },
): Promise<void> => {
  if (pending) await keepTokens(tx, { prices, conversationId, usage: pending });
};

const keepTokens = async (
  tx: OrganizationTransaction,
  { prices, conversationId, usage }: { prices: PriceTable; conversationId: number; usage: KeptTokens | null },
): Promise<void> => {
  const row = await tx
    .selectFrom("rehearsal_conversations")
    .select("tokens")
    .where("id", "=", conversationId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const tokens = usage === null ? row.tokens : addTokens(row.tokens, usage);
  await tx
    .updateTable("rehearsal_conversations")
    .set({
      tokens: sql<KeptTokens[]>`${JSON.stringify(tokens)}::jsonb`,
      model_usage: sumUsage(tokens, prices.costOfTokens),
      pending: null,
      held_minor: null,
      held_currency: null,
    })
    .where("id", "=", conversationId)
    .execute();
};

const addTokens = (kept: readonly KeptTokens[], { model, ...usage }: KeptTokens): KeptTokens[] => {
  const before = kept.find((each) => each.model === model);
  const others = kept.filter((each) => each.model !== model);
  return [
    ...others,
    {
      model,
      requests: (before?.requests ?? 0) + usage.requests,
      promptTokens: (before?.promptTokens ?? 0) + usage.promptTokens,
      completionTokens: (before?.completionTokens ?? 0) + usage.completionTokens,
      estimated: (before?.estimated ?? false) || usage.estimated,
    },
  ];
};
