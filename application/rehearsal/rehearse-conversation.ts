import { sql } from "kysely";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { toStorable } from "../../domain/json/storable.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { isGreen } from "../../domain/rehearsal/check-result.ts";
import { type RehearsedResult, rehearsedResult } from "../../domain/rehearsal/rehearsed-result.ts";
import { type RehearsedScenario, rehearsedScenario } from "../../domain/rehearsal/scenario.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readAgentModel } from "../model/read-agent-model.ts";
import { checkPlayed } from "./check-played.ts";
import { playScenario, type RehearsedAgent } from "./play-scenario.ts";
import { type CountedConversation, countLostRequest, createRehearsalBudget } from "./rehearsal-usage.ts";
import { readOrganizationOfCalls, rehearsedVersion } from "./rehearsed-agent.ts";

type State = "green" | "red" | "failed" | "canceled";

interface Begun extends CountedConversation {
  agent: RehearsedAgent;
  scenario: RehearsedScenario;
  choice: ModelChoice | null;
  /** Only the newest try writes the result. */
  attempt: number;
}

/** Plays a conversation of a rehearsal and keeps its result; one that has a result is left as it is. */
export const rehearseConversation = async (
  adapters: Adapters,
  { signal, ...address }: { organizationId: number; conversationId: number; signal: AbortSignal },
): Promise<State> => {
  const begun = await adapters.database.inOrganization(address.organizationId, (tx) => begin(adapters, tx, address));
  if (typeof begun === "string") return begun;
  const result = await play(adapters, begun, signal);
  const state = result.error !== null ? "failed" : isGreen(result.checks) ? "green" : "red";
  return adapters.database.inOrganization(address.organizationId, (tx) => end(tx, begun, { state, result }));
};

const begin = async (
  { secrets, prices }: Adapters,
  tx: OrganizationTransaction,
  { organizationId, conversationId }: { organizationId: number; conversationId: number },
): Promise<Begun | State> => {
  const row = await tx
    .updateTable("rehearsal_conversations")
    .set({ state: "playing", tries: sql<number>`tries + 1`, started_at: sql<Date>`coalesce(started_at, now())` })
    .where("id", "=", conversationId)
    .where("state", "in", ["waiting", "playing"])
    .returningAll()
    .executeTakeFirst();
  if (!row) return readState(tx, conversationId);
  // The process of the try before died while it waited for its model, which may have answered.
  await countLostRequest(tx, { conversationId, pending: row.pending, prices });
  const rehearsal = await tx
    .selectFrom("rehearsals")
    .select(["agent_id", "agent", "environment"])
    .where("id", "=", row.rehearsal_id)
    .executeTakeFirstOrThrow();
  const version = rehearsedVersion.parse(rehearsal.agent);
  const settings = readAgentSettings(version.configurations);
  return {
    organizationId,
    conversationId,
    environment: rehearsal.environment,
    attempt: row.tries,
    scenario: rehearsedScenario.parse(row.scenario),
    choice: await readAgentModel(tx, { organizationId, settings, secrets }),
    agent: {
      organizationId,
      agentId: rehearsal.agent_id,
      ...version,
      ...(await readOrganizationOfCalls(tx, organizationId)),
    },
  };
};

const readState = async (tx: OrganizationTransaction, conversationId: number): Promise<State> => {
  const row = await tx
    .selectFrom("rehearsal_conversations")
    .select("state")
    .where("id", "=", conversationId)
    .executeTakeFirst();
  return row?.state === "green" || row?.state === "red" || row?.state === "failed" ? row.state : "canceled";
};

const play = async (adapters: Adapters, begun: Begun, signal: AbortSignal): Promise<RehearsedResult> => {
  const { agent, scenario, choice } = begun;
  const { open, hold, keep, written } = createRehearsalBudget(adapters, begun);
  const model = open(choice);
  const callerModel = open(chooseCallerModel(scenario, choice));
  try {
    const whole = await playScenario(adapters, { agent, scenario, model, callerModel, hold, written: keep, signal });
    const checks = await checkPlayed(begun, { ...whole, model, signal });
    // What a leaving process broke off says nothing about the agent: another try plays it.
    signal.throwIfAborted();
    return { ...whole.played, answered_by: whole.played.answered_by ?? null, checks };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    return { ...NOTHING_PLAYED, error: error.message };
  } finally {
    await written();
  }
};

/** A persona may be played by another model of the same provider. */
const chooseCallerModel = ({ caller }: RehearsedScenario, choice: ModelChoice | null): ModelChoice | null =>
  caller.kind === "scripted" || choice === null ? choice : { ...choice, model: caller.model ?? choice.model };

const NOTHING_PLAYED: RehearsedResult = {
  checks: [],
  words: [],
  steps: [],
  variables: {},
  end_reason: null,
  disposition: null,
  turns: 0,
  answered_by: null,
  opted_out: false,
  first_words_ms: [],
  lines_left: 0,
  tools_without_answer: [],
  error: null,
};

/** Keeps the result unless another try has, or the rehearsal was canceled; returns the state in force. */
const end = async (
  tx: OrganizationTransaction,
  { conversationId, attempt }: Begun,
  { state, result }: { state: State; result: RehearsedResult },
): Promise<State> => {
  const written = await tx
    .updateTable("rehearsal_conversations")
    .set({ state, result: rehearsedResult.parse(toStorable(result)), ended_at: sql<Date>`now()` })
    .where("id", "=", conversationId)
    .where("state", "=", "playing")
    .where("tries", "=", attempt)
    .returning("state")
    .executeTakeFirst();
  return written ? state : readState(tx, conversationId);
};
