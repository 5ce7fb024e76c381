import { ModelError } from "../../domain/model/chat-model.ts";
import {
  readSpeechCost,
  readSpeechParts,
  type SpeechAmount,
  type SpeechUsage,
  sumSpeechParts,
} from "../../domain/model/speech-usage.ts";
import {
  raiseReservation,
  readReservedCurrency,
  readSessionBudgetCurrency,
  type SessionRun,
} from "../../infra/postgres/call/session-budget.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import { listSpeechRequests } from "../../infra/postgres/model/model-requests.repository.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { settleConcludedUsage } from "./settle-model-usage.ts";

export const SPEECH_USED_UP = "The budget reserved for what this call speaks and hears is used up";

interface Dependencies {
  database: Database;
  prices: PriceTable;
}

/** Tells whether budgets hold an amount for a run's speech, so that each request has to be held before it is sent. */
export const isSpeechReserved = async (
  tx: OrganizationTransaction,
  run: SessionRun & { reserved_speech_minor: number | null },
): Promise<boolean> => run.reserved_speech_minor !== null || (await readSessionBudgetCurrency(tx, run)) !== null;

interface RunThatSpeaks {
  organizationId: number;
  runId: number;
}

/** A request for speech whose highest cost is held until its usage is known. */
interface HeldSpeech {
  /** Replaces what is held by the request's usage. Null: the request was not carried out. */
  end(came: SpeechAmount | null): Promise<void>;
}

/**
 * Takes the highest cost of one request out of the amount that budgets hold for the run's speech. Requests of one run wait for each
 * other here. Throws `ModelError` when the request does not fit.
 */
export const reserveSpeechRequest = async (
  { database, prices }: Dependencies,
  { organizationId, runId }: RunThatSpeaks,
  most: SpeechUsage,
): Promise<HeldSpeech> => {
  const id = await database.inOrganization(organizationId, async (tx) => {
    await checkAllowance(tx, prices, { runId, most });
    const { part, model, characters, soundMs: sound_ms } = most;
    const requested = { organization_id: organizationId, run_id: runId, part, model, characters, sound_ms };
    const { id: inserted } = await tx
      .insertInto("model_requests")
      .values({ ...requested, prompt_tokens: 0, completion_tokens: 0, estimated: true, pending: true })
      .returning("id")
      .executeTakeFirstOrThrow();
    return inserted;
  });
  return {
    end: (came) => database.inOrganization(organizationId, (tx) => endRequest(tx, prices, { id, runId, came })),
  };
};

const checkAllowance = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  { runId, most }: { runId: number; most: SpeechUsage },
): Promise<void> => {
  const run = await lockRunThatSpeaks(tx, runId);
  const held = run.reserved_speech_minor;
  const currency = await readReservedCurrency(tx, run, held);
  if (currency === null) return;
  const price = prices.costOfSpeech(most.model, most);
  if (price && price.exactMinor > 0 && price.currency !== currency) {
    const sentence = `The budgets of this call are in ${currency}, and the speech of ${most.model} is priced in ${price.currency}`;
    throw new ModelError("refused", sentence);
  }
  const all = [...(await listSpeechRequests(tx, runId)), { ...most, requests: 1 }];
  // Speech that was settled before is no longer reserved.
  const settledMinor = readSpeechCost(readSpeechParts(run.model_usage), currency);
  const needMinor = readSpeechCost(sumSpeechParts(all, prices.costOfSpeech), currency) - settledMinor;
  const heldMinor = held ?? 0;
  if (needMinor <= heldMinor) return;
  const raised = { held: { reserved_speech_minor: needMinor }, heldMinor, needMinor, currency };
  const isRaised = await raiseReservation(tx, run, raised);
  if (!isRaised) throw new ModelError("refused", SPEECH_USED_UP);
};

const lockRunThatSpeaks = (tx: OrganizationTransaction, runId: number) =>
  tx
    .selectFrom("call_runs")
    .select(["id", "organization_id", "mode", "environment"])
    .select(["reserved_speech_minor", "reserved_currency", "model_usage"])
    .where("id", "=", runId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Replaces the highest cost by the request's usage; a call that was settled meanwhile is settled again with it. */
const endRequest = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  { id, runId, came }: { id: number; runId: number; came: SpeechAmount | null },
): Promise<void> => {
  await lockRunThatSpeaks(tx, runId);
  if (came === null) await tx.deleteFrom("model_requests").where("id", "=", id).execute();
  else {
    await tx
      .updateTable("model_requests")
      .set({ characters: came.characters, sound_ms: came.soundMs, estimated: false, pending: false })
      .where("id", "=", id)
      .execute();
  }
  await settleConcludedUsage(tx, runId, { prices });
};
