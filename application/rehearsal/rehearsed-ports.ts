import type {
  ConversationPorts,
  ConversationRun,
  Documents,
  Tools,
} from "../../domain/conversation/conversation.ports.ts";
import type { People } from "../../domain/conversation/people.ports.ts";
import type { ChatModel } from "../../domain/model/chat-model.ts";
import type { ReservedRequest } from "../../domain/model/model-allowance.ts";
import type { TokenUsage } from "../../domain/model/model-usage.ts";
import type { ScenarioContent } from "../../domain/rehearsal/scenario.ts";
import { describeConcludedRequest } from "../../domain/request/request-news.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { reserveEmbedder } from "../../infra/models/reserved-embedder.ts";
import { readTogether } from "../../infra/postgres/read-together.ts";
import { listAgentTools } from "../../infra/postgres/tool/agent-tools.repository.ts";
import { findOtherAgent } from "../call/other-agent.ts";
import { withActions } from "../conversation/agent-tools.ts";
import { hasReadableDocuments } from "../document/find-readable-documents.ts";
import { readDocuments } from "../document/read-documents.ts";
import { findPlayableRecording } from "../recording/playable-recording.ts";
import type { RehearsedStore } from "./rehearsed-store.ts";
import type { RehearsedTools } from "./rehearsed-tools.ts";

export interface RehearsedParts {
  run: ConversationRun;
  scenario: ScenarioContent;
  store: RehearsedStore;
  tools: RehearsedTools;
  model: ChatModel;
  now(): Date;
  hold(most: TokenUsage & { model: string }): Promise<ReservedRequest>;
  written(writing: Promise<void>): void;
}

/**
 * Creates the ports of a rehearsed conversation: tools, people and the organization's own system answer as the scenario says, nobody
 * is called, and the documents and recordings are the agent's own unless the scenario replaces them.
 */
export const createRehearsedPorts = (adapters: Adapters, parts: RehearsedParts): ConversationPorts => {
  const { database, objectStore, ids, logger } = adapters;
  return {
    store: parts.store,
    model: async () => parts.model,
    tools: createTools(adapters, parts),
    documents: parts.scenario.documents === "real" ? realDocuments(adapters, parts) : replacedDocuments(parts.scenario),
    people: createRehearsedPeople(parts),
    fetchVariables: async () => parts.tools.variables(),
    callees: { refuse: async () => null },
    // Nobody is called: the scenario says how it ends.
    transfers: {
      request: async ({ uuid }) => uuid,
      listCallees: async () => [],
      findUntold: async () => null,
      findAgent: (run, agentId) =>
        database.inOrganization(run.organizationId, (tx) => findOtherAgent(tx, run, { agentId, now: parts.now() })),
    },
    recordings: {
      find: ({ organizationId, recordingId }) =>
        database.inOrganization(organizationId, (tx) => findPlayableRecording(tx, objectStore, recordingId)),
    },
    clock: { now: parts.now },
    ids,
    logger,
  };
};

const createTools = ({ database, connectors }: Adapters, { store, tools }: RehearsedParts): Tools => {
  const names = new Map<string, string>();
  return {
    list: async (organizationId, uuids) => {
      const found = await database.inOrganization(organizationId, (tx) => listAgentTools(tx, uuids));
      for (const { uuid, name } of found) names.set(uuid, name);
      return withActions(found, connectors);
    },
    run: async ({ toolCallId }) => {
      const call = store.calls.get(toolCallId);
      if (!call) return;
      const title = names.get(call.toolUuid);
      call.answer = tools.answer(title === undefined ? [call.name] : [title, call.name]);
    },
  };
};

const realDocuments = (adapters: Adapters, { run, hold, written }: RehearsedParts): Documents => ({
  areThere: ({ organizationId, agentId }, named) =>
    readTogether(adapters.database, organizationId, (tx) => hasReadableDocuments(tx, agentId, named)),
  read: (_run, question) =>
    readDocuments(
      { ...adapters, counted: (embedder) => reserveEmbedder(embedder, { hold, written }) },
      run.organizationId,
      question,
    ),
});

const replacedDocuments = ({ documents }: ScenarioContent): Documents => {
  const given = documents === "real" ? [] : documents;
  const whole = given.map(({ name, text }) => ({ uuid: name, filename: name, text, isCut: false }));
  return {
    areThere: async () => whole.length > 0,
    read: async () => ({ whole, passages: [], degraded: null, fault: null }),
  };
};

/** Requests are opened for nobody; those that the scenario answers are settled by the next turn. */
const createRehearsedPeople = ({ tools, store }: RehearsedParts): People => {
  let requests = 0;
  const news: string[] = [];
  const open = (names: readonly string[], words: string, isAction = false): { requestId: number } => {
    requests += 1;
    const text = tools.people(names);
    if (text !== null) {
      const settled = { id: requests, kind: "question", state: "settled", words, undo: null } as const;
      news.push(
        describeConcludedRequest(
          isAction
            ? { ...settled, decision: "confirmed", answer: null, action: text }
            : { ...settled, decision: "answered", answer: { text }, action: null },
        ),
      );
    }
    return { requestId: requests };
  };
  return {
    ask: async (_claim, { request }) => {
      if (request.kind === "question") return open(["ask_people"], request.subject.text);
      if (request.kind === "action")
        return open([request.subject.tool_name, "propose_action"], request.subject.summary, true);
      return request.kind === "secret"
        ? open(["request_secret"], request.subject.name)
        : open(["propose_edit"], request.subject.reason);
    },
    proposeEdit: async (_claim, { reason }) => open(["propose_edit"], reason),
    handOver: async () => {},
    news: async () => {
      const sentences = news.splice(0);
      store.tell(sentences);
      return { sentences, waitSeconds: null };
    },
  };
};
