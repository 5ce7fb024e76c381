import { findReadableDocuments } from "../../application/document/find-readable-documents.ts";
import { readWholeDocuments } from "../../application/document/whole-documents.ts";
import { readAgentModel } from "../../application/model/read-agent-model.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { WRITTEN_REPLY } from "../../domain/model/reply-limits.ts";
import {
  askForQuestions,
  type DocumentQuestion,
  makeQuestionScenario,
} from "../../domain/rehearsal/document-questions.ts";
import { MOST_SCENARIOS_OF_AGENT } from "../../domain/rehearsal/scenario.ts";
import { openModel, readPricedName } from "../../infra/models/open-model.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findDocument } from "../../infra/postgres/document/document.repository.ts";
import { countScenarios, insertScenario } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import { notFound } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireScope } from "../http/require-scope.ts";
import { modelRefused } from "../model-refused.ts";
import { recordRehearsalChange } from "./record-rehearsal-change.ts";
import { documentNotReadable, questionsNeedModel, tooManyScenarios } from "./rehearsals.errors.ts";
import type { documentParams } from "./rehearsals.schemas.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";
import { findVersionToRehearse } from "./version-to-rehearse.ts";

type Input = OperationInput<{ params: typeof documentParams }>;

const ANSWER_WITHIN_MS = 90_000;

/** Makes scenarios of what callers ask about a document that the agent reads; a model writes the questions. */
export const createScenariosFromDocument = async (context: OperationContext, { params }: Input) => {
  requireScope(context.actor, { area: "Knowledge", sandbox: "read", summary: "Read a document" });
  const known = await context.inOrganization((tx) => readKnown(context, tx, params));
  const model = openModel(known.choice, context.guardedRequests, WRITTEN_REPLY);
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const questions = await askForQuestions(model, { ...known, signal });
    return await context.inOrganization((tx) => insertAll(context, tx, { params, questions }));
  } catch (error) {
    throw error instanceof ModelError ? modelRefused(model.name, error) : error;
  }
};

const readKnown = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { workflow_id, document_uuid }: Input["params"],
) => {
  const agent = await requireRehearsedAgent(context, tx, workflow_id);
  if (!(await findDocument(tx, document_uuid))) throw notFound("Document");
  const version = await findVersionToRehearse(tx, agent, undefined);
  const settings = readAgentSettings(version?.configurations ?? {});
  const { organizationId } = context.actor;
  const choice = await readAgentModel(tx, { organizationId, settings, secrets: context.secrets });
  if (readPricedName(choice) === null) throw questionsNeedModel();
  const readable = await findReadableDocuments(tx, agent.id, [document_uuid]);
  const [document] = await readWholeDocuments(
    tx,
    readable.filter(({ uuid }) => uuid === document_uuid.toLowerCase()),
  );
  if (!document || document.text.trim() === "") throw documentNotReadable();
  return { choice, text: document.text, language: settings.language };
};

const insertAll = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { params, questions }: { params: Input["params"]; questions: readonly DocumentQuestion[] },
) => {
  const agent: Agent = await requireRehearsedAgent(context, tx, params.workflow_id);
  if ((await countScenarios(tx, agent.id)) + questions.length > MOST_SCENARIOS_OF_AGENT) throw tooManyScenarios();
  const scenarios: { id: number; name: string; is_new: boolean }[] = [];
  for (const question of questions) {
    const row = await insertScenario(tx, {
      organizationId: agent.organization_id,
      agentId: agent.id,
      createdBy: context.actor.userId,
      name: question.question,
      content: makeQuestionScenario(question),
      runs: 1,
      mustPass: true,
      source: { kind: "document", document_uuid: params.document_uuid },
    });
    if (row) scenarios.push({ id: row.id, name: row.name, is_new: true });
  }
  const change = `got ${scenarios.length} scenarios from a document`;
  recordRehearsalChange(context, tx, { agent, change, payload: { document_uuid: params.document_uuid } });
  const answer = { created: scenarios.length, updated: 0, scenarios };
  context.keepAnswer(tx, answer);
  return answer;
};
