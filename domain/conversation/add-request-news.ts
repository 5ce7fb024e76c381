import { CALL_BACK_VARIABLE } from "../request/answer-call-back.ts";
import type { Turn } from "./turn.ts";
import type { TurnInput } from "./turn-input.ts";

/**
 * Adds the results of requests that this conversation made; reads nothing where it made none. Returns true when there was something
 * new.
 */
export const addRequestNews = async (turn: Turn, { kind }: TurnInput): Promise<boolean> => {
  if (kind === "begin" || kind === "machine" || kind === "answerer" || kind === "time_up") return false;
  if (!hasAsked(turn) && turn.run.variables[CALL_BACK_VARIABLE] === undefined) return false;
  const { sentences, waitSeconds } = await turn.ports.people.news(turn.claim);
  turn.recorder.addNews(sentences);
  turn.waitSeconds = waitSeconds;
  return sentences.length > 0;
};

const hasAsked = ({ recorder }: Turn): boolean =>
  recorder.entries.some((entry) => entry.speaker === "tool" && entry.call.requestId !== undefined);
