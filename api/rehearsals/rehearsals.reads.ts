import { READY_PERSONAS } from "../../domain/rehearsal/personas.data.ts";
import { findRehearsalConversation } from "../../infra/postgres/rehearsal/rehearsal-conversation.repository.ts";
import { findScenario } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { readRehearsalAnswer, requireRehearsal } from "./read-rehearsal-answer.ts";
import { conversationNotFound, scenarioNotFound } from "./rehearsals.errors.ts";
import { presentScenario, presentWholeConversation } from "./rehearsals.presenter.ts";
import type { conversationParams, rehearsalParams, scenarioParams } from "./rehearsals.schemas.ts";

/** Returns a conversation of a rehearsal with every word. */
export const getConversation = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof conversationParams }>,
) =>
  context.inOrganization(async (tx) => {
    const rehearsal = await requireRehearsal(tx, params);
    const row = await findRehearsalConversation(tx, rehearsal.id, params.conversation_id);
    if (!row) throw conversationNotFound();
    return presentWholeConversation(row);
  });

/** Lists the callers that are ready to be used by their name. */
export const listPersonas = async () => ({ personas: [...READY_PERSONAS] });

export const getRehearsal = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof rehearsalParams }>,
) => context.inOrganization(async (tx) => readRehearsalAnswer(tx, await requireRehearsal(tx, params)));

export const getScenario = (context: OperationContext, { params }: OperationInput<{ params: typeof scenarioParams }>) =>
  context.inOrganization(async (tx) => {
    const agent = await requireKnownAgent(tx, params.workflow_id);
    const row = await findScenario(tx, { agentId: agent.id, scenarioId: params.scenario_id });
    if (!row) throw scenarioNotFound();
    return presentScenario(row);
  });
