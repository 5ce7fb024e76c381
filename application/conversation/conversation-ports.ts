import type { Adapters } from "../../infra/adapters.ts";
import type { Embedder } from "../../domain/model/embedder.ts";
import { holdEmbedder } from "../../infra/models/held-embedder.ts";
import type { ConversationPorts, Tools } from "../../domain/conversation/conversation.ports.ts";
import { hasReadableDocuments } from "../document/readable-documents.ts";
import { readDocuments } from "../document/read-documents.ts";
import { refuseTransfer } from "../../infra/postgres/contact/transfer-permission.ts";
import { createConversationStore } from "./conversation-store.ts";
import { readAgentModel } from "../model/agent-model.repository.ts";
import { createRunHold, openRunModel, readRunModel } from "../model/run-model.ts";
import { readTogether } from "../../infra/postgres/read-together.ts";
import { findPlayableRecording } from "../recording/playable-recording.ts";
import { listAgentTools } from "../../infra/postgres/tool/agent-tools.repository.ts";
import { withActions } from "./agent-tools.ts";
import { fetchVariables } from "./fetch-variables.ts";
import { mailOwners } from "./mail-owners.ts";
import { createPeople, type StartRequest } from "./people.ts";

interface OfProcess {
  /** Carries a requested tool call out, once, and waits until its row has the result. */
  runTool: Tools["run"];
  /** Starts the workflow of an opened request. */
  startRequest: StartRequest;
  publicBaseUrl: string;
}

/** Creates the engine's ports from the adapters of the process that runs the conversation. */
export const createConversationPorts = (
  adapters: Adapters,
  { runTool, startRequest, publicBaseUrl }: OfProcess,
): ConversationPorts => {
  const { connectors, database, secrets, guardedRequests, objectStore, clock, ids, logger, prices } = adapters;
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
    model: async ({ organizationId, runId, driver, settings }) => {
      const model = await readTogether(database, organizationId, (tx) =>
        readRunModel(tx, runId, (tx) => readAgentModel(tx, { organizationId, settings, secrets })),
      );
      const parts = { database, guardedRequests, prices };
      const run = { organizationId, runId, isInWriting: driver === "text" };
      return openRunModel(parts, run, model, noteFailureOf(runId));
    },
    tools: {
      list: async (organizationId, uuids) =>
        withActions(await database.inOrganization(organizationId, (tx) => listAgentTools(tx, uuids)), connectors),
      run: runTool,
    },
    documents: {
      areThere: ({ organizationId, agentId }, named) =>
        readTogether(database, organizationId, (tx) => hasReadableDocuments(tx, agentId, named)),
      read: ({ organizationId, runId }, question) => {
        const limits = { hold: createRunHold(adapters, { organizationId, runId }), written: noteFailureOf(runId) };
        const counted = (embedder: Embedder) => holdEmbedder(embedder, limits);
        return readDocuments({ ...adapters, counted }, organizationId, question);
      },
    },
    people: createPeople(adapters, startRequest),
    fetchVariables: (run, source) => fetchVariables(adapters, run, source),
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
