import { readGreeting } from "../agent/agent-definition.ts";
import { ANSWERERS, type AnswerEvidence, type AnsweredBy } from "../answerer/answered-by.rules.ts";
import { isOnTelephone } from "./conversation.ports.ts";
import { type HeardAnswerer, recognizeAnswerer } from "./heard/answerer.ts";
import { asksToWait, composeScreeningAnswer, isRefusedBy } from "./screening-words.ts";
import {
  endTurn,
  fillTurnText,
  listenTurn,
  readTurnVariables,
  speakLastWords,
  speakOrPlay,
  speakText,
  type Turn,
} from "./turn.ts";
import type { TurnInput } from "./turn-input.ts";
import type { TurnEnd } from "./turn-session.ts";

/** A person who is greeted by a machine first says so within their first sentences; later words are the conversation. */
const UTTERANCES_JUDGED = 2;
/** A mailbox has said its last word when it is silent for so long; where tones are heard, its beep comes first. */
const MAILBOX_PAUSE_SECONDS = 3;
/** A screening service asks its person, who has to look at a telephone. */
const SCREENING_WAIT_SECONDS = 30;
const MOST_WORDS_KEPT = 300;

/** Tells whether who answered is judged by what is said: of calls out on a telephone. */
const isJudged = ({ run }: Turn): boolean => run.direction === "outbound" && isOnTelephone(run.driver);

/**
 * Decides who answered by what was said first, and deals with machines. Null: the agent talks, to a person or in a menu. A person is
 * never kept waiting for it: it is decided from the same words that the agent answers.
 */
export const meetAnswerer = async (turn: Turn, said: string): Promise<TurnEnd | null> => {
  if (!isJudged(turn)) return null;
  const { position } = turn;
  switch (position.answerer) {
    case "screening":
      return afterScreening(turn, said);
    case "voicemail":
      return meetMailbox(turn);
    case "ivr":
      return afterMenu(turn, said);
    case "person_came":
      return null;
    case "person":
    case "unknown":
    case null:
  }
  const utterances = personWordsOf(turn);
  if (utterances.length > UTTERANCES_JUDGED) return null;
  const heard = recognizeAnswerer({ words: utterances.join(" ") || said, isWhole: true });
  if (heard === null || heard.by === position.answerer) return null;
  note(turn, heard, said);
  return deal(turn, heard);
};

/** Longer than any machine speaks: its last word, and not this, begins what follows. */
const SPEAKS_AT_MOST_SECONDS = 60;

/**
 * Decides who answers while they still speak, where their words so far leave no doubt. A mailbox or an announcement that is hung up on
 * is not listened to any longer; to all others the agent says nothing before they have finished.
 */
export const meetSpeaker = async (
  turn: Turn,
  { text, spokenMs }: Extract<TurnInput, { kind: "answerer" }>,
): Promise<TurnEnd> => {
  const { position } = turn;
  const before = personWordsOf(turn);
  const isOpen = position.answerer === null || position.answerer === "person" || position.answerer === "unknown";
  if (!isJudged(turn) || !isOpen || before.length >= UTTERANCES_JUDGED) return listenTurn(turn);
  const heard = recognizeAnswerer({ words: [...before, text].join(" "), isWhole: false, spokenMs });
  if (heard === null || heard.by === position.answerer) return listenTurn(turn);
  note(turn, heard, text);
  const isMailbox = heard.by === "voicemail";
  if (isMailbox && turn.settings.voicemail.action === "hang_up") return endTurn("voicemail_detected");
  if (heard.kind === "announcement") return endTurn("number_unavailable");
  await turn.session.interrupt();
  return { kind: "listen", silenceSeconds: SPEAKS_AT_MOST_SECONDS, interruptible: !isMailbox };
};

const personWordsOf = ({ recorder }: Turn): string[] =>
  recorder.entries.flatMap((entry) => (entry.speaker === "person" ? [entry.text] : []));

const note = (turn: Turn, { by, kind }: HeardAnswerer, said: string): void => {
  turn.position.answerer = by;
  const sinceMs = turn.ports.clock.now().getTime() - turn.run.startedAt.getTime();
  const evidence: AnswerEvidence = {
    source: "words",
    ...(kind !== null && { kind }),
    words: said.slice(0, MOST_WORDS_KEPT),
    ...(sinceMs >= 0 && { decided_after_ms: sinceMs }),
  };
  turn.answer = { detection: by, evidence };
};

const deal = async (turn: Turn, { by, kind }: HeardAnswerer): Promise<TurnEnd | null> => {
  if (by === "screening") return answerScreening(turn);
  if (by === "voicemail") return meetMailbox(turn);
  return by === "ivr" && kind === "announcement" ? endTurn("number_unavailable") : null;
};

const meetMailbox = async (turn: Turn): Promise<TurnEnd | null> => {
  const { action } = turn.settings.voicemail;
  if (action === "hang_up") return endTurn("voicemail_detected");
  return action === "leave_message" ? waitForTone(turn) : null;
};

/** What is said over a mailbox's own words is not recorded: the tone, or silence, starts the message. */
const waitForTone = async (turn: Turn): Promise<TurnEnd> => {
  await turn.session.interrupt();
  return { kind: "listen", silenceSeconds: MAILBOX_PAUSE_SECONDS, interruptible: false };
};

/** Leaves the message on a mailbox that was recognized by its words and has fallen silent. */
export const leaveMessage = async (turn: Turn): Promise<TurnEnd | null> => {
  const { voicemail } = turn.settings;
  if (turn.position.answerer !== "voicemail" || voicemail.action !== "leave_message" || !isJudged(turn)) return null;
  return speakLastWords(turn, fillTurnText(turn, voicemail.message), "voicemail_left");
};

/** One sentence: who calls, and why. */
const answerScreening = async (turn: Turn): Promise<TurnEnd> => {
  await turn.session.interrupt();
  await speakText(turn, fillTurnText(turn, composeScreeningAnswer(turn.run.settings, turn.run.organizationName)), {
    interruptible: false,
  });
  return waitForPerson();
};

const waitForPerson = (): TurnEnd => ({
  kind: "listen",
  silenceSeconds: SCREENING_WAIT_SECONDS,
  interruptible: true,
});

/** Nobody has come within the time that a screening service takes to ask. */
export const giveUpScreening = async (turn: Turn): Promise<TurnEnd | null> =>
  turn.position.answerer === "screening" && isJudged(turn)
    ? speakLastWords(turn, turn.settings.phrases.goodbye, "screened")
    : null;

const afterScreening = async (turn: Turn, said: string): Promise<TurnEnd | null> => {
  const heard = recognizeAnswerer({ words: said, isWhole: true });
  if (heard?.by === "screening") return answerScreening(turn);
  if (heard?.by === "voicemail" && turn.settings.voicemail.action !== "ignore") {
    return turn.settings.voicemail.action === "leave_message"
      ? speakLastWords(turn, fillTurnText(turn, turn.settings.voicemail.message), "voicemail_left")
      : endTurn("voicemail_detected");
  }
  if (heard?.kind === "announcement" || isRefusedBy(said)) {
    return speakLastWords(turn, turn.settings.phrases.goodbye, "screened");
  }
  if (asksToWait(said)) return waitForPerson();
  return meetPerson(turn);
};

const afterMenu = async (turn: Turn, said: string): Promise<TurnEnd | null> => {
  const heard = recognizeAnswerer({ words: said, isWhole: true });
  if (heard?.by === "voicemail" && turn.settings.voicemail.action === "hang_up") return endTurn("voicemail_detected");
  if (heard?.kind === "announcement") return endTurn("number_unavailable");
  return heard?.by === "person" ? meetPerson(turn) : null;
};

/** The person has heard nothing of what was said before they came: the call begins for them, with what it must begin with. */
const meetPerson = async (turn: Turn): Promise<TurnEnd> => {
  turn.position.answerer = "person_came";
  turn.personCame = true;
  turn.position.nodeId ??= turn.graph.start.id;
  if (turn.run.disclosure !== null) {
    await speakText(turn, fillTurnText(turn, turn.run.disclosure), { interruptible: false });
  }
  await speakOrPlay(turn, readGreeting(turn.run.definition, readTurnVariables(turn)));
  return listenTurn(turn);
};

/** Reads who answered as the conversation remembers it; null: nothing that was said has told yet. */
export const readAnswerer = (stored: string | null): AnsweredBy | "person_came" | null =>
  stored === "person_came" ? stored : (ANSWERERS.find((each) => each === stored) ?? null);
