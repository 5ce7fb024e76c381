import type { ConversationPorts } from "../../domain/conversation/conversation.ports.ts";
import type { ChatModel } from "../../domain/model/chat-model.ts";
import type { Embedder } from "../../domain/model/embedder.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import { reserveEmbedder } from "../../infra/models/reserved-embedder.ts";
import { readTogether } from "../../infra/postgres/read-together.ts";
import { listAgentTools } from "../../infra/postgres/tool/agent-tools.repository.ts";
import { readCurrentWork } from "../../infra/telemetry/current-work.ts";
import { maskText } from "../../infra/telemetry/mask-text.ts";
import { runInSpan, type Tracing } from "../../infra/telemetry/tracing.ts";
import { startOncePromptly } from "../../infra/temporal/start-workflow.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import { runToolUpdate } from "../../workflows/tool.contract.ts";
import { refuseTransfer } from "../call/refuse-transfer.ts";
import { createTransfers } from "../call/warm-transfer.ts";
import { hasReadableDocuments } from "../document/find-readable-documents.ts";
import { readDocuments } from "../document/read-documents.ts";
import { readAgentModel } from "../model/read-agent-model.ts";
import { createRunReservation, openRunModel, readRunModel } from "../model/run-model.ts";
import { findPlayableRecording } from "../recording/playable-recording.ts";
import { withActions } from "./agent-tools.ts";
import { createConversationStore } from "./conversation-store.ts";
import { fetchVariables } from "./fetch-variables.ts";
import { hideInWords } from "./hide-in-rows.ts";
import { mailOwners } from "./mail-owners.ts";
import { createPeople } from "./people.ts";
import { watchTurns } from "./watch-turns.ts";

/** Longer than the time limit of the activity that runs a tool. */
const TOOL_WITHIN_MS = 130_000;

interface ConversationHost {
  /** Returns the workflow that looks after a run: it carries the agent's tools out. */
  workflowIdOf(run: { organizationId: number; runUuid: string }): string;
  /** Root of the addresses that people get, without a trailing slash. */
  publicBaseUrl: string;
}

/** Creates the engine's ports in the process that runs the conversation: the API, or a worker that goes on with it. */
export const createConversationPorts = (
  adapters: Adapters,
  { workflowIdOf, publicBaseUrl }: ConversationHost,
): ConversationPorts => {
  const { connectors, database, secrets, objectStore, clock, ids, logger } = adapters;
  let provider: string | null = null;
  const noteFailureOf = (runId: number) => (writing: Promise<void>) => {
    writing.catch((err: unknown) => {
      logger.warn({ err, run_id: runId }, "the usage of a model could not be stored");
    });
  };
  return {
    store: createConversationStore({
      database,
      secrets,
      clock,
      tellOfOutage: (outage) => void mailOwners(adapters, outage, publicBaseUrl),
    }),
    watch: watchTurns(adapters, () => ({ model: provider })),
    model: async (run) => {
      const { choice, model } = await openTurnModel(adapters, run, noteFailureOf(run.runId));
      provider = choice?.provider ?? null;
      return model;
    },
    tools: {
      list: async (organizationId, uuids) =>
        withActions(await database.inOrganization(organizationId, (tx) => listAgentTools(tx, uuids)), connectors),
      run: ({ run, ...call }) => runTool(adapters, { workflowId: workflowIdOf(run), ...call }),
    },
    documents: {
      areThere: ({ organizationId, agentId }, named) =>
        readTogether(database, organizationId, (tx) => hasReadableDocuments(tx, agentId, named)),
      read: ({ organizationId, runId }, question) => {
        const limits = {
          hold: createRunReservation(adapters, { organizationId, runId }),
          written: noteFailureOf(runId),
        };
        const counted = (embedder: Embedder) => reserveEmbedder(embedder, limits);
        return readDocuments({ ...adapters, counted }, organizationId, question);
      },
    },
    people: createPeople(adapters, (row) =>
      startOncePromptly(adapters.temporal, requestContract.type, requestStartOptions(row)),
    ),
    fetchVariables: (run, source) => fetchVariables(adapters, run, source),
    callees: {
      refuse: (callee) => database.inOrganization(callee.organizationId, (tx) => refuseTransfer(tx, callee)),
    },
    transfers: createTransfers(adapters),
    recordings: {
      find: ({ organizationId, recordingId }) =>
        database.inOrganization(organizationId, (tx) => findPlayableRecording(tx, objectStore, recordingId)),
    },
    clock,
    ids,
    logger,
  };
};

const openTurnModel = async (
  { database, secrets, guardedRequests, prices, tracing }: Adapters,
  { organizationId, runId, driver, settings, redaction = null }: Parameters<ConversationPorts["model"]>[0],
  written: (writing: Promise<void>) => void,
): Promise<{ choice: ModelChoice | null; model: ChatModel }> => {
  const chosen = await readTogether(database, organizationId, (tx) =>
    readRunModel(tx, runId, (tx) => readAgentModel(tx, { organizationId, settings, secrets })),
  );
  const hide = (text: string) => hideInWords(redaction, text);
  const run = { organizationId, runId, isInWriting: driver === "text", hide };
  const model = openRunModel({ database, guardedRequests, prices, tracing }, run, chosen, written);
  return { choice: chosen.choice, model };
};

/** Makes a span of a tool call inside traced work. */
const traceTool = (
  tracing: Tracing,
  { name, toolCallId }: { name: string; toolCallId: string },
  work: () => Promise<void>,
): Promise<void> => {
  if (!readCurrentWork()?.span) return work();
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": maskText(name),
    "gen_ai.tool.call.id": toolCallId,
    "gen_ai.tool.type": "function",
  };
  return runInSpan(tracing, { name: `execute_tool ${maskText(name)}`, attributes }, work);
};

/** Has the run's workflow carry a tool call out. A repeated one is the same update: its result is in the row. */
const runTool = (
  { temporal, tracing }: Pick<Adapters, "temporal" | "tracing">,
  { workflowId, toolCallId, name }: { workflowId: string; toolCallId: string; name: string },
): Promise<void> => {
  const handle = temporal.workflow.getHandle(workflowId);
  return traceTool(tracing, { name, toolCallId }, async () => {
    await temporal.withDeadline(Date.now() + TOOL_WITHIN_MS, () =>
      waitWhileReachable(temporal, () =>
        handle.executeUpdate(runToolUpdate, { args: [{ toolCallId }], updateId: toolCallId }),
      ),
    );
  });
};
