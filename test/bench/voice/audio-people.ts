import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What some people at microphones do side by side, each in a call of their own. */
export interface AudioPlan {
  joins: readonly { url: string; token: string }[];
  /** How many questions each asks, one after another. */
  questions: number;
  /** How many stories each asks for, and speaks over. */
  stories: number;
  /** The length of the pieces in which they hear. */
  heardFrameMs: number;
}

/** What they heard, of all of them together. */
export interface AudioResult {
  /** From the end of each question to the first sound of its answer. */
  answersMs: number[];
  /** The same as the platform knows it: from the silence that it heard to the first sound that it sent. */
  sentAfterMs: number[];
  /** How late this program's own thread noticed things, 95 % of the time no later than this. */
  ownDelayMs: number;
  /** From the beginning of speech over a story to the story's last sound. */
  silencesMs: number[];
  /** Utterances of each person in their order, including those over stories. */
  said: number[];
  /** Utterances to which no sound came. */
  unanswered: number;
  /** People whom the agent did not say hello to; they say nothing either. */
  ungreeted: number;
}

/** Has people talk in a process of their own, so that what they do is not counted as the platform's. */
export const talkByAudio = async (plan: AudioPlan, whileTalking: () => void): Promise<AudioResult> => {
  const program = fileURLToPath(new URL("audio-people.process.ts", import.meta.url));
  // LiveKit's library tells of every connection otherwise.
  const child = fork(program, [JSON.stringify(plan)], { env: { ...process.env, NODE_ENV: "production" } });
  const ended = once(child, "exit").then(() => {
    throw new Error("the people ended without a result");
  });
  try {
    await Promise.race([once(child, "message"), ended]);
    whileTalking();
    const [result] = await Promise.race([once(child, "message"), ended]);
    return result;
  } finally {
    await ended.catch(() => {});
  }
};
