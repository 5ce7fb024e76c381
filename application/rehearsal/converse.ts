import type { Conversation } from "../../domain/conversation/conversation.ts";
import type { SpokenSentence } from "../../domain/conversation/turn-session.ts";
import { MOST_EXCHANGES } from "../../domain/rehearsal/played-conversation.ts";
import type { CallerLine, ScenarioContent } from "../../domain/rehearsal/scenario.ts";
import { estimateSpeechMs, type RehearsedSession } from "./rehearsed-session.ts";

interface Stage {
  conversation: Conversation;
  session: RehearsedSession;
  scenario: Pick<ScenarioContent, "answered_by" | "transfer">;
  /** The conversation's own time, which nobody waits for. */
  clock: { elapsedMs: number; startedAt: Date };
  signal: AbortSignal;
}

/** Lets agent and caller speak by turns until one of them ends it, or until it has gone on for too long. */
export const converse = async (
  stage: Stage,
  answer: (heard: string) => Promise<CallerLine> | CallerLine,
): Promise<void> => {
  const { conversation, session, scenario, clock, signal } = stage;
  await conversation.begin({ turnKey: "begin", answeredBy: scenario.answered_by });
  let { sentences, next } = session.take();
  let silentMs = 0;
  for (let turn = 1; turn <= MOST_EXCHANGES && next !== null && next.kind !== "end"; turn += 1) {
    signal.throwIfAborted();
    const turnKey = `turn-${turn}`;
    if (clock.startedAt.getTime() + clock.elapsedMs >= conversation.facts.endsAt.getTime()) {
      await conversation.timeIsUp({ turnKey });
    } else if (next.kind === "transfer" || next.kind === "join") {
      await conversation.transferEnded({ turnKey, outcome: scenario.transfer });
    } else if (silentMs >= next.silenceSeconds * 1000) {
      silentMs -= next.silenceSeconds * 1000;
      await conversation.hear({ turnKey, kind: "silence" });
    } else {
      const line: CallerLine = await answer(sentences.map(({ text }) => text).join(" "));
      if (line.silence_seconds !== undefined) {
        clock.elapsedMs += line.silence_seconds * 1000;
        silentMs += line.silence_seconds * 1000;
        sentences = [];
        continue;
      }
      silentMs = 0;
      if (await speak(stage, line, { sentences, turnKey })) return;
    }
    ({ sentences, next } = session.take());
  }
};

/** Does what the caller's line says; returns true when they hang up. */
const speak = async (
  { conversation, clock }: Stage,
  { say, press, interrupts_after_words: after, hang_up }: CallerLine,
  { sentences, turnKey }: { sentences: readonly SpokenSentence[]; turnKey: string },
): Promise<boolean> => {
  const hangsUp = hang_up === true;
  // A caller who hangs up has heard no more, even of words that may not be interrupted.
  if (after !== undefined && (hangsUp || sentences.some(({ interruptible }) => interruptible))) {
    await conversation.interrupted({ heard: takeWords(sentences, after) });
  }
  if (hangsUp) {
    await conversation.personLeft();
    return true;
  }
  if (press !== undefined) await conversation.hear({ turnKey, kind: "digits", digits: press });
  else {
    clock.elapsedMs += estimateSpeechMs(say ?? "");
    await conversation.hear({ turnKey, kind: "speech", text: say ?? "" });
  }
  return false;
};

const takeWords = (sentences: readonly SpokenSentence[], words: number): string =>
  (
    sentences
      .map(({ text }) => text)
      .join(" ")
      .match(/\S+/g) ?? []
  )
    .slice(0, words)
    .join(" ");
