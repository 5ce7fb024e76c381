import { randomUUID } from "node:crypto";
import { createConversationStore } from "../../../application/conversation/conversation-store.ts";
import { createPeople } from "../../../application/conversation/people.ts";
import type { AgentDefinition } from "../../../domain/agent/agent-definition.ts";
import type {
  AgentTool,
  Callees,
  ConversationDriver,
  ConversationPorts,
  Documents,
  Recordings,
  Tools,
  Transfers,
} from "../../../domain/conversation/conversation.ports.ts";
import { openConversation } from "../../../domain/conversation/open-conversation.ts";
import type { TurnSession } from "../../../domain/conversation/turn-session.ts";
import type { ChatModel } from "../../../domain/model/chat-model.ts";
import { systemClock } from "../../../infra/clock.ts";
import { randomIds } from "../../../infra/ids.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createScriptedModel, type ScriptLine } from "../../../infra/models/scripted.model.ts";
import type { ModelOutage } from "../../../infra/postgres/conversation/failed-turns.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import type { Tenant } from "../../factories/tenant.ts";
import type { TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

/** The calls of a session, in order. */
export type Told =
  | { kind: "say"; text: string; interruptible: boolean; play?: string }
  | { kind: "pause" | "interrupt" }
  | { kind: "keys"; digits: string }
  | { kind: "music"; url: string | null }
  | { kind: "listen"; silenceSeconds: number; interruptible: boolean }
  | { kind: "transfer"; to: string; ringTimeoutSeconds: number }
  | { kind: "end"; reason: string };

/** A driver that writes down what it is told. */
export const recordingSession = (onSay: (text: string) => void = () => {}) => {
  const told: Told[] = [];
  const session: TurnSession = {
    say: (sentence) => {
      told.push({ kind: "say", ...sentence });
      onSay(sentence.text);
    },
    pause: () => void told.push({ kind: "pause" }),
    playMusic: (url) => void told.push({ kind: "music", url }),
    playDigits: (digits) => void told.push({ kind: "keys", digits }),
    interrupt: () => void told.push({ kind: "interrupt" }),
    listen: (listening) => void told.push({ kind: "listen", ...listening }),
    transfer: (transfer) => void told.push({ kind: "transfer", ...transfer }),
    end: ({ reason }) => void told.push({ kind: "end", reason }),
  };
  const words = () => told.flatMap((each) => (each.kind === "say" ? [each.text] : []));
  return { session, told, words };
};

const silentLogger = createLogger("test", { level: "silent" });

export const noTools: Tools = { list: async () => [], run: async () => {} };

export const noDocuments: Documents = {
  areThere: async (_run, named) => named.length > 0,
  read: async () => ({ whole: [], passages: [], degraded: null, fault: null }),
};

export const everybodyMayBeCalled: Callees = { refuse: async () => null };

export const noTransfers: Transfers = {
  request: async ({ uuid }) => uuid,
  listCallees: async () => [],
  findUntold: async () => null,
  findAgent: async () => "there is no such agent",
};

export const noRecordings: Recordings = { find: async () => null };

export interface Rig {
  ports: ConversationPorts;
  runUuid: string;
  organizationId: number;
  /** Opens the run's conversation as another process would. */
  open(options?: {
    driver?: ConversationDriver;
    onSay?: (text: string) => void;
    model?: ChatModel;
  }): Promise<ReturnType<typeof recordingSession> & { conversation: Awaited<ReturnType<typeof openConversation>> }>;
}

/** Creates a run of an agent with this definition, and the real rows below it. */
export const createRig = async (
  test: TestDatabase,
  tenant: Tenant,
  {
    definition,
    configurations = {},
    initialContext = {},
    script = [],
    model = createScriptedModel(script),
    tools = noTools,
    documents = noDocuments,
    callees = everybodyMayBeCalled,
    recordings = noRecordings,
    mode = "simulator",
    tellOfOutage = () => {},
  }: {
    definition: AgentDefinition;
    configurations?: object;
    initialContext?: Record<string, unknown>;
    script?: ScriptLine[];
    model?: ChatModel;
    tools?: Tools;
    documents?: Documents;
    callees?: Callees;
    recordings?: Recordings;
    mode?: string;
    tellOfOutage?: (outage: ModelOutage) => void;
  },
): Promise<Rig> => {
  const agent = await createAgentRows(test, tenant, { definition, configurations });
  const runUuid = randomUUID();
  const { organizationId } = tenant;
  await test.everything
    .insertInto("call_runs")
    .values({
      uuid: runUuid,
      organization_id: organizationId,
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      name: "A talk",
      mode,
      initial_context: initialContext,
    })
    .execute();
  const ports: ConversationPorts = {
    store: createConversationStore({ database: test.database, secrets: testSecrets, clock: systemClock, tellOfOutage }),
    model: async () => model,
    tools,
    documents,
    people: createPeople({ database: test.database, secrets: testSecrets, logger: silentLogger }, async () => {}),
    fetchVariables: async () => ({}),
    callees,
    transfers: noTransfers,
    recordings,
    clock: systemClock,
    ids: randomIds,
    logger: silentLogger,
  };
  return {
    ports,
    runUuid,
    organizationId,
    open: async ({ driver = "relay", onSay, model: other } = {}) => {
      const recorded = recordingSession(onSay);
      const used = other ? { ...ports, model: async () => other } : ports;
      const address = { organizationId, runUuid, driver, session: recorded.session };
      return { ...recorded, conversation: await openConversation(used, address) };
    },
  };
};

/** Start → step → end, as most agents are: it asks, it decides, it says goodbye. */
export const receptionDefinition = (data: Record<string, Record<string, unknown>> = {}): AgentDefinition => {
  const node = (id: string, type: string, own: Record<string, unknown>) => ({
    id,
    type,
    position: { x: 0, y: 0 },
    data: { ...own, ...data[id] },
  });
  return {
    nodes: [
      node("global", "globalNode", { name: "Who", prompt: "You are Mira of {{company}}." }),
      node("start", "startCall", {
        name: "Greeting",
        prompt: "Ask what the caller needs.",
        greeting: "Hello {{name}}, this is Mira.",
        allow_interrupt: true,
      }),
      node("booking", "agentNode", { name: "Booking", prompt: "Which day suits you?", allow_interrupt: true }),
      node("end", "endCall", { name: "Goodbye", prompt: "Thank you for calling. Goodbye." }),
    ],
    edges: [
      {
        id: "e1",
        source: "start",
        target: "booking",
        data: {
          label: "Book appointment",
          condition: "The caller wants an appointment.",
          transition_speech: "One second, {{name}}.",
        },
      },
      { id: "e2", source: "booking", target: "end", data: { label: "Finished", condition: "Everything is said." } },
    ],
  };
};

export const tool = (name: string, definition: AgentTool["definition"]): AgentTool => ({
  uuid: randomUUID(),
  name,
  description: `The tool ${name}`,
  definition,
  action: null,
  requiresConfirmation: false,
  canBeUndone: false,
});
