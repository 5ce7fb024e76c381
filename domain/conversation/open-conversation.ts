import { toStorableText } from "../json/storable.ts";
import { readGraph } from "./agent-graph.ts";
import type {
  ClaimRequest,
  ConversationDriver,
  ConversationPorts,
  ConversationRun,
  SoundOfTurn,
} from "./conversation.ports.ts";
import type { Conversation, ConversationFacts, Heard, TurnReport } from "./conversation.ts";
import { readConversationSettings } from "./conversation-settings.ts";
import { type AgentOfTurn, createRunningTurn, type RunningTurn, runTurn, type TurnContext } from "./run-turn.ts";
import { isForMachine, type TurnInput } from "./turn-input.ts";
import type { TurnSession } from "./turn-session.ts";

/**
 * Opens the conversation of a run for one driver: at its beginning, or where another process has left it. Throws
 * `NoConversationError` when there is no such run.
 */
export const openConversation = async (
  ports: ConversationPorts,
  {
    session,
    ...address
  }: { organizationId: number; runUuid: string; driver: ConversationDriver; session: TurnSession },
): Promise<Conversation> => {
  const run = await ports.store.open(address);
  return converse({ ports, run, session });
};

interface Talk {
  ports: ConversationPorts;
  run: ConversationRun;
  session: TurnSession;
}

const converse = (talk: Talk): Conversation => {
  const { ports, session } = talk;
  let agent = readAgent(talk.run);
  const { run, settings } = agent;
  const adopt: TurnContext["adopt"] = (other) => (agent = readAgent(other));
  const lastSeen: TurnContext["lastSeen"] = { nodeId: null };
  let running: RunningTurn | null = null;

  /** Turns run one after another: an interruptible turn in progress is broken off, any other is finished first. */
  const take = async (request: ClaimRequest, options: { breaksOff?: boolean } = {}): Promise<TurnReport> => {
    const startedAt = performance.now();
    while (running) {
      if (running.key !== request.key && (options.breaksOff || running.mayBeInterrupted())) running.abort();
      await running.done;
    }
    const neverInterrupted = isNeverInterrupted(request.input, agent);
    const turn = createRunningTurn(request.key, { neverInterrupted, startedAt });
    running = turn;
    try {
      return await runTurn({ ports, session, ...agent, lastSeen, adopt }, request, turn);
    } finally {
      if (running === turn) running = null;
      turn.finish();
    }
  };
  const halt = async (): Promise<void> => {
    running?.abort();
    await running?.done;
  };
  const takeInput = (turnKey: string, input: TurnInput) => take({ key: turnKey, input });

  return {
    facts: factsOf(run, { language: settings.language, maxDurationSeconds: settings.maxDurationSeconds }),
    begin: ({ turnKey, answeredBy, resumes }) => take({ key: turnKey, input: { kind: "begin", answeredBy }, resumes }),
    hear: ({ turnKey, expectedRevision, spokenOver, ...heard }) =>
      take({ key: turnKey, input: toStorableInput(heard), expectedRevision, spokenOver }),
    machineDetected: ({ turnKey }) => take({ key: turnKey, input: { kind: "machine" } }, { breaksOff: true }),
    answererSpeaks: ({ turnKey, text, spokenMs }) =>
      takeInput(turnKey, { kind: "answerer", text: toStorableText(text), spokenMs }),
    hearNews: ({ turnKey }) => takeInput(turnKey, { kind: "news" }),
    transferEnded: ({ turnKey, outcome }) => takeInput(turnKey, { kind: "transfer_ended", outcome }),
    timeIsUp: ({ turnKey }) => take({ key: turnKey, input: { kind: "time_up" } }, { breaksOff: true }),
    fallSilent: halt,
    supervisorSays: ({ turnKey, text, isSpoken }) =>
      takeInput(turnKey, { kind: "supervisor", text: toStorableText(text), ...(isSpoken && { isSpoken }) }),
    handedBack: ({ turnKey }) => takeInput(turnKey, { kind: "handed_back" }),
    interrupted: async ({ heard }) => {
      await halt();
      await ports.store.cutReply(agent.run, toStorableText(heard));
    },
    sounded: (sound) => noteSound(talk, sound),
    letGo: () => ports.watch?.letGo(run),
    personLeft: async () => {
      // Also what they said before waits to be kept.
      while (running) await halt();
      await ports.store.end(run, { reason: "user_hangup" });
    },
    stop: async (end) => {
      await halt();
      return stopTalk(talk, end);
    },
  };
};

const noteSound = async ({ ports, run }: Talk, sound: SoundOfTurn): Promise<void> => {
  const turn = await ports.store.noteSound(run, sound);
  if (turn) ports.watch?.sounded(run, sound.key, { ...turn, hearing: sound.hearing, voice: sound.voice });
};

/**
 * An answering machine cannot interrupt the message that is left on it, nor do the next words of whoever has answered stop what is
 * decided by those before.
 */
const isNeverInterrupted = (input: TurnInput, { settings }: ReturnType<typeof readAgent>): boolean =>
  input.kind === "answerer" || isForMachine(input, settings.voicemail);

const stopTalk = async (
  { ports, run, session }: Talk,
  wanted: Parameters<Conversation["stop"]>[0],
): Promise<Awaited<ReturnType<Conversation["stop"]>>> => {
  const end = await ports.store.end(run, wanted);
  if (end.kind === "stale") return { kind: "stale", revision: end.revision };
  await session.end({ reason: end.reason });
  return { kind: "over", reason: end.reason };
};

const readAgent = (run: ConversationRun): AgentOfTurn => ({
  run,
  settings: readConversationSettings(run.settings),
  graph: readGraph(run.definition),
});

/** Words come from carriers and from pages that anybody may write. */
const toStorableInput = (heard: Heard): Heard =>
  heard.kind === "speech" ? { ...heard, text: toStorableText(heard.text) } : heard;

const factsOf = (
  run: ConversationRun,
  { language, maxDurationSeconds }: { language: string; maxDurationSeconds: number },
): ConversationFacts => ({
  runId: run.runId,
  runUuid: run.runUuid,
  organizationId: run.organizationId,
  agentId: run.agentId,
  language,
  endsAt: new Date(run.startedAt.getTime() + maxDurationSeconds * 1000),
  isOver: run.endReason !== null,
});
