import type { ConversationPorts } from "../../domain/conversation/conversation.ports.ts";
import { hasReadableDocuments } from "../../infra/document-search/readable-documents.ts";
import { readDocuments } from "../../infra/document-search/read-documents.ts";
import { countedModel } from "../../infra/models/counted-model.ts";
import { refuseTransfer } from "../../infra/postgres/contact/transfer-permission.ts";
import { openModel } from "../../infra/models/open-model.ts";
import { createConversationStore } from "../../infra/postgres/conversation/conversation-store.ts";
import { readAgentModel } from "../../infra/postgres/model/agent-model.repository.ts";
import { recordModelRequest } from "../../infra/postgres/model/model-usage.repository.ts";
import { findPlayableRecording } from "../../infra/postgres/recording/recording.repository.ts";
import { listAgentTools } from "../../infra/postgres/tool/agent-tools.repository.ts";
import { whileReachable } from "../../infra/temporal/while-reachable.ts";
import { runToolUpdate } from "../../workflows/run-tool.contract.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { fetchVariables } from "./fetch-variables.ts";

/** Longer than the activity is given. */
const TOOL_WITHIN_MS = 130_000;

/** What the engine needs, from the API's own dependencies; `workflowIdOf` names the workflow that cares for a run. */
export const conversationPorts = (
  dependencies: ApiDependencies,
  workflowIdOf: (run: { organizationId: number; runUuid: string }) => string,
): ConversationPorts => {
  const { database, secrets, outbound, objectStore, clock, ids, logger } = dependencies;
  return {
    store: createConversationStore({ database, secrets, clock }),
    model: async ({ organizationId, runId, settings }) => {
      const choice = await database.inOrganization(organizationId, (tx) =>
        readAgentModel(tx, { organizationId, settings, secrets }),
      );
      return countedModel(openModel(choice, outbound), (usage) => {
        recordModelRequest(database, { organizationId, runId }, usage).catch((err: unknown) => {
          logger.warn({ err, run_id: runId, model: usage.model }, "what a model counted was not written down");
        });
      });
    },
    tools: {
      list: (organizationId, uuids) => database.inOrganization(organizationId, (tx) => listAgentTools(tx, uuids)),
      run: ({ run, toolCallId }) => runTool(dependencies, { workflowId: workflowIdOf(run), toolCallId }),
    },
    documents: {
      areThere: ({ organizationId, agentId }, named) =>
        database.inOrganization(organizationId, (tx) => hasReadableDocuments(tx, agentId, named)),
      read: ({ organizationId }, question) => readDocuments(dependencies, organizationId, question),
    },
    fetchVariables: (run, source) => fetchVariables(dependencies, run, source),
    callees: {
      refuse: (callee) => database.inOrganization(callee.organizationId, (tx) => refuseTransfer(tx, callee)),
    },
    recordings: {
      find: ({ organizationId, recordingId }) =>
        database.inOrganization(organizationId, (tx) => findPlayableRecording(tx, objectStore, recordingId)),
    },
    clock,
    ids,
    logger,
  };
};

/** The same update for the same call, however often it is asked for: its result is in the row. */
const runTool = async (
  { temporal }: ApiDependencies,
  { workflowId, toolCallId }: { workflowId: string; toolCallId: string },
): Promise<void> => {
  const handle = temporal.workflow.getHandle(workflowId);
  await temporal.withDeadline(Date.now() + TOOL_WITHIN_MS, () =>
    whileReachable(temporal, () =>
      handle.executeUpdate(runToolUpdate, { args: [{ toolCallId }], updateId: toolCallId }),
    ),
  );
};
