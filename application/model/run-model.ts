import { type ChatModel, ModelError } from "../../domain/model/chat-model.ts";
import type { ReservedRequest } from "../../domain/model/model-allowance.ts";
import type { TokenUsage } from "../../domain/model/model-usage.ts";
import { TELEPHONE_REPLY, WRITTEN_REPLY } from "../../domain/model/reply-limits.ts";
import type { GuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import { countModelUsage } from "../../infra/models/counted-model.ts";
import { limitModel } from "../../infra/models/limited-model.ts";
import { type ModelChoice, openModel, readPricedName } from "../../infra/models/open-model.ts";
import { traceModel } from "../../infra/models/traced-model.ts";
import { PoolFullError } from "../../infra/postgres/bounded-pool.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import { sendTogether } from "../../infra/postgres/send-together.ts";
import { maskText } from "../../infra/telemetry/mask-text.ts";
import { noTracing, type Tracing } from "../../infra/telemetry/tracing.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { areModelsReserved, reserveModelRequest } from "./reserve-model-request.ts";
import { recordModelRequest } from "./settle-model-usage.ts";

interface Dependencies {
  database: Database;
  guardedRequests: Pick<GuardedRequests, "repeatingFetch">;
  prices: PriceTable;
  tracing?: Tracing;
}

/** The model that a run asks. */
export interface RunModelChoice {
  choice: ModelChoice | null;
  /** Budgets hold an amount for it. */
  isHeld: boolean;
}

/** Reads the choice, and whether budgets hold an amount for it. */
export const readRunModel = async (
  tx: OrganizationTransaction,
  runId: number,
  readChoice: (tx: OrganizationTransaction) => Promise<ModelChoice | null>,
): Promise<RunModelChoice> => {
  const [choice, areHeld] = await sendTogether(tx, (tx) => [readChoice(tx), areModelsReserved(tx, runId)]);
  return { choice, isHeld: areHeld && readPricedName(choice) !== null };
};

interface RunOfModel {
  organizationId: number;
  runId: number;
  isInWriting?: boolean;
  /** Leaves out of words what the organization keeps out of everything that is stored. */
  hide?: (text: string) => string;
}

/**
 * Opens the model of a run; the tokens of each request are stored. Under a budget a request whose highest cost is more than what is
 * left throws a `ModelError`. `written` is called with each promise that stores tokens.
 */
export const openRunModel = (
  { database, guardedRequests, prices, tracing = noTracing }: Dependencies,
  run: RunOfModel,
  { choice, isHeld }: RunModelChoice,
  written: (writing: Promise<void>) => void,
): ChatModel => {
  const hide = (text: string) => maskText(run.hide?.(text) ?? text);
  const opened = openModel(choice, guardedRequests, run.isInWriting ? WRITTEN_REPLY : TELEPHONE_REPLY);
  const model = traceModel(opened, { tracing, choice, hide });
  if (!isHeld) return countModelUsage(model, (usage) => written(recordModelRequest(database, run, usage)));
  return limitModel(model, { hold: createRunReservation({ database, prices }, run), written });
};

/** Returns the function that holds a run's request before it is sent. */
export const createRunReservation =
  (parts: Pick<Dependencies, "database" | "prices">, run: { organizationId: number; runId: number }) =>
  (most: TokenUsage & { model: string }): Promise<ReservedRequest> =>
    reserveModelRequest(parts, run, most).catch(refuseForNow);

/** Converts an overloaded database into a passing fault of the model, so that the agent asks to hear the sentence again. */
const refuseForNow = (error: unknown): never => {
  if (!(error instanceof PoolFullError)) throw error;
  throw new ModelError("unavailable", "The database is too busy to reserve what this request may cost", {
    cause: error,
  });
};
