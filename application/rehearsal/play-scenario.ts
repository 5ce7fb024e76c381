import { randomUUID } from "node:crypto";
import { type AgentSettings, readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { composeDisclosure } from "../../domain/agent/disclosure.ts";
import { type AnsweredBy, toAnswerer } from "../../domain/answerer/answered-by.rules.ts";
import { buildCallVariables } from "../../domain/call/call-variables.ts";
import { readGraph } from "../../domain/conversation/agent-graph.ts";
import { askForConclusion, checkGathered, listQuestions } from "../../domain/conversation/conclusion.ts";
import type { ConversationRun } from "../../domain/conversation/conversation.ports.ts";
import type { ConversationEntry } from "../../domain/conversation/entries.ts";
import { openConversation } from "../../domain/conversation/open-conversation.ts";
import { type ChatModel, ModelError } from "../../domain/model/chat-model.ts";
import type { ReservedRequest } from "../../domain/model/model-allowance.ts";
import type { TokenUsage } from "../../domain/model/model-usage.ts";
import { openCallerScript } from "../../domain/rehearsal/caller-lines.ts";
import { openPersona } from "../../domain/rehearsal/persona-caller.ts";
import type { PlayedConversation } from "../../domain/rehearsal/played-conversation.ts";
import type { CallerLine, ScenarioContent } from "../../domain/rehearsal/scenario.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { converse } from "./converse.ts";
import { describePlayed } from "./describe-played.ts";
import { listRehearsedDisclosures, type RehearsedPacks } from "./rehearsed-agent.ts";
import { createRehearsedPorts } from "./rehearsed-ports.ts";
import { createRehearsedSession } from "./rehearsed-session.ts";
import { createRehearsedStore, listEntries, type RehearsedStore } from "./rehearsed-store.ts";
import { createRehearsedTools } from "./rehearsed-tools.ts";

/** The version of an agent that is rehearsed, as it was when the rehearsal was asked for. */
export interface RehearsedAgent {
  organizationId: number;
  agentId: number;
  definition: Record<string, unknown>;
  configurations: Record<string, unknown>;
  variables: Record<string, unknown>;
  dispositions: readonly string[];
  organizationZone: string | null;
  organizationName: string;
  isDisclosureOff: boolean;
  rulePacks: RehearsedPacks;
}

export interface ScenarioPlay {
  agent: RehearsedAgent;
  scenario: ScenarioContent;
  model: ChatModel;
  /** Plays a persona. */
  callerModel: ChatModel;
  hold(most: TokenUsage & { model: string }): Promise<ReservedRequest>;
  written(writing: Promise<void>): void;
  signal: AbortSignal;
}

/** A conversation as it was played, with what decides beside it whether it was right. */
export interface PlayedScenario {
  played: PlayedConversation;
  entries: readonly ConversationEntry[];
  /** The sentence that the call had to begin with; null: none. */
  disclosure: string | null;
  /** The values that the agent had. */
  variables: Readonly<Record<string, unknown>>;
}

const CONCLUDED_WITHIN_MS = 45_000;

/** Plays one conversation of an agent with the caller of a scenario, to its end. Throws when `signal` aborts. */
export const playScenario = async (adapters: Adapters, play: ScenarioPlay): Promise<PlayedScenario> => {
  const { agent, scenario, signal } = play;
  const settings = readAgentSettings(agent.configurations);
  const clock = { elapsedMs: 0, startedAt: scenario.now === undefined ? adapters.clock.now() : new Date(scenario.now) };
  const passed = (durationMs: number) => {
    clock.elapsedMs += durationMs;
  };
  const run = describeRun(agent, { scenario, settings, startedAt: clock.startedAt });
  const store = createRehearsedStore(run, () => clock.elapsedMs);
  const tools = createRehearsedTools(scenario.tools, passed);
  const now = () => new Date(clock.startedAt.getTime() + clock.elapsedMs);
  const ports = createRehearsedPorts(adapters, { ...play, run, store, tools, now });
  const session = createRehearsedSession(passed);
  const { organizationId, runUuid, driver } = run;
  const conversation = await openConversation(ports, { organizationId, runUuid, driver, session });
  const caller = openCaller(play, settings);
  await converse({ conversation, session, scenario, clock, signal }, caller.answer);
  const { gathered } = store.position;
  const concluded = await conclude(play, store);
  const played: PlayedConversation = {
    ...describePlayed(store),
    variables: { ...gathered, ...concluded.variables },
    disposition: concluded.disposition ?? store.endReason,
    answered_by: readAnswered(scenario, store),
    lines_left: caller.left(),
    tools_without_answer: [...tools.unanswered],
    error: store.results.findLast(({ error }) => error !== null)?.error ?? concluded.error,
  };
  return { played, entries: listEntries(store), disclosure: run.disclosure, variables: run.variables };
};

/** What was heard stands before what the carrier has told, as in a call. */
const readAnswered = ({ answered_by: told }: ScenarioContent, { results }: RehearsedStore): AnsweredBy =>
  results.findLast(({ answer }) => answer !== null)?.answer?.detection ?? toAnswerer(told);

interface Caller {
  answer(heard: string): Promise<CallerLine> | CallerLine;
  left(): number;
}

const openCaller = (
  { scenario: { caller }, callerModel: model, signal }: ScenarioPlay,
  settings: AgentSettings,
): Caller =>
  caller.kind === "scripted"
    ? openCallerScript(caller.lines)
    : { answer: openPersona({ model, persona: caller, language: settings.language, signal }), left: () => 0 };

const describeRun = (
  agent: RehearsedAgent,
  { scenario, settings, startedAt }: { scenario: ScenarioContent; settings: AgentSettings; startedAt: Date },
): ConversationRun => {
  const { context, timezone } = scenario;
  const variables = buildCallVariables({
    template: agent.variables,
    contact: null,
    initialContext: { ...context, ...(timezone !== undefined && { timezone }) },
    number: null,
    organizationZone: agent.organizationZone,
    language: settings.language,
    now: startedAt,
  });
  return {
    runId: 0,
    runUuid: randomUUID(),
    organizationId: agent.organizationId,
    agentId: agent.agentId,
    handedTo: null,
    // As on a telephone: there it says what it must, may be interrupted, transfers, and takes an opt-out.
    driver: "relay",
    startedAt,
    direction: scenario.direction,
    variables,
    definition: agent.definition,
    settings,
    disclosure: composeDisclosure(settings, {
      isSwitchedOff: agent.isDisclosureOff,
      byPacks: listRehearsedDisclosures(agent.rulePacks, { region: context["region"], language: settings.language }),
    }),
    // People of scenarios are made up.
    redaction: null,
    organizationName: agent.organizationName,
    endReason: null,
  };
};

interface Concluded {
  variables: Record<string, unknown>;
  disposition: string | null;
  error: string | null;
}

/** Draws conclusions as after a call; only where the scenario asks for one, because it is another request to the model. */
const conclude = async (
  { agent, scenario, model, signal }: ScenarioPlay,
  store: RehearsedStore,
): Promise<Concluded> => {
  const nothing = { variables: {}, disposition: null, error: null };
  const kinds = new Set(scenario.checks.map(({ kind }) => kind));
  const dispositions = kinds.has("disposition") ? agent.dispositions : [];
  if (!kinds.has("variable") && dispositions.length === 0) return nothing;
  const visited = new Set(describePlayed(store).steps);
  const questions = listQuestions(readGraph(agent.definition), { visited, dispositions });
  const within = AbortSignal.any([signal, AbortSignal.timeout(CONCLUDED_WITHIN_MS)]);
  try {
    const entries = listEntries(store);
    const drawn = await askForConclusion(model, { entries, questions, signal: within });
    const { gathered } = store.position;
    const { variables, disposition } = checkGathered(drawn, { gathered, entries, variables: questions.variables });
    return { variables, disposition, error: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { ...nothing, error: `Variables were not extracted: ${error.message}` };
  }
};
