import { z } from "zod";
import { DETECTIONS, type Detection, readDetection } from "../answerer/answered-by.rules.ts";
import type { Conversation, TurnReport } from "./conversation.ts";
import { TRANSFER_RESULTS } from "./turn-input.ts";

/** Turns of earlier versions hold other words. */
const answeredBy = z.preprocess((word) => readDetection(word) ?? word, z.enum(DETECTIONS));

/** The input of a turn as it is stored. */
export const storedTurnInput = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("begin"), answeredBy: answeredBy.nullable() }),
  z.object({ kind: z.literal("speech"), text: z.string() }),
  z.object({ kind: z.literal("digits"), digits: z.string() }),
  z.object({ kind: z.literal("silence") }),
  z.object({ kind: z.literal("machine") }),
  z.object({ kind: z.literal("answerer"), text: z.string(), spokenMs: z.number() }),
  z.object({
    kind: z.literal("transfer_ended"),
    outcome: z.enum(TRANSFER_RESULTS),
  }),
  z.object({ kind: z.literal("time_up") }),
  z.object({ kind: z.literal("supervisor"), text: z.string(), isSpoken: z.boolean().optional() }),
  z.object({ kind: z.literal("handed_back") }),
]);

export interface KeptTurn {
  key: string;
  /** The warm transfer that it requested; null: none. */
  transferUuid?: string | null;
  /** Its words can be said again. */
  isDone: boolean;
  input: z.output<typeof storedTurnInput>;
}

/**
 * Creates the key of a turn whose words are sent over a connection. When such a turn follows one of another kind, nobody heard that
 * one's words.
 */
export const createRelayKey = (name: string = crypto.randomUUID()): string => `${RELAYED}${name}`;
const RELAYED = "relay-";

/** Words of the person, by the name that the other end gives them. */
export interface Said {
  id: string;
  text: string;
}

/** What the other end tells when it connects. */
export interface Connected {
  answeredBy: Detection | null;
  /** The person's words that were lost with the connection. */
  unheard: readonly Said[];
  /** The last reply has not come whole. */
  missed: boolean;
  /** The key of the last turn whose reply has come whole, or was spoken over; null: unknown, or nothing is to be said again. */
  settled: string | null;
}

/**
 * Returns those of a person's words or keys of which no turn was made: they come in their order, so these are the last ones. A turn
 * of several keys has the name of the last.
 */
export const selectUnheard = <T extends { id: string }>(
  said: readonly T[],
  turnKeys: ReadonlySet<string>,
): readonly T[] => said.slice(said.findLastIndex(({ id }) => turnKeys.has(createRelayKey(id))) + 1);

/**
 * Decides how a conversation begins on a connection, or continues where the connection was lost: what the person said last
 * is answered, what they missed of an answer is said again, or they may speak. Decisions between two connections are
 * said now.
 */
export const decideHowToResume = (
  { last, answeredBefore }: { last: KeptTurn | null; answeredBefore: Detection | null },
  { answeredBy, unheard, ...connected }: Connected,
): ((conversation: Conversation) => Promise<TurnReport>) => {
  const latest = unheard.at(-1);
  if (last && latest) {
    const text = unheard.map((said) => said.text).join(" ");
    return (conversation) => conversation.hear({ kind: "speech", text, turnKey: createRelayKey(latest.id) });
  }
  if (last && (!last.key.startsWith(RELAYED) || (isMissed(last, connected) && last.isDone))) {
    return (conversation) => repeatTurn(conversation, last);
  }
  if (last) {
    const resumes = last.isDone ? undefined : last.key;
    return (conversation) => conversation.begin({ turnKey: createRelayKey(), answeredBy: null, resumes });
  }
  const beginning = { turnKey: createRelayKey("begin"), answeredBy: answeredBefore ?? answeredBy };
  return (conversation) => conversation.begin(beginning);
};

/** A reply to a key or a silence may have been made while the other end was away, which then waits for nothing. */
const isMissed = ({ key }: KeptTurn, { missed, settled }: Pick<Connected, "missed" | "settled">): boolean =>
  missed || (settled !== null && settled !== key);

/** Repeats a turn under its own key. */
export const repeatTurn = (conversation: Conversation, { key: turnKey, input }: KeptTurn): Promise<TurnReport> => {
  switch (input.kind) {
    case "begin":
      return conversation.begin({ turnKey, answeredBy: input.answeredBy });
    case "machine":
      return conversation.machineDetected({ turnKey });
    case "answerer":
      return conversation.answererSpeaks({ turnKey, text: input.text, spokenMs: input.spokenMs });
    case "transfer_ended":
      return conversation.transferEnded({ turnKey, outcome: input.outcome });
    case "time_up":
      return conversation.timeIsUp({ turnKey });
    case "supervisor":
      return conversation.supervisorSays({ turnKey, text: input.text, isSpoken: input.isSpoken });
    case "handed_back":
      return conversation.handedBack({ turnKey });
    case "digits":
    case "silence":
    case "speech":
      return conversation.hear({ ...input, turnKey });
  }
};
