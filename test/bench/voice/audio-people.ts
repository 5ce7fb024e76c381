import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { SPOKEN_SAMPLE_RATE } from "../../../infra/models/speech.ts";
import { takeRealTimePriority } from "../../../infra/real-time-priority.ts";
import type { SaidByPeople } from "./said-by-people.ts";

/** What some people at microphones do side by side, each in a call of their own. */
export interface AudioPlan {
  joins: readonly { url: string; token: string }[];
  /** How many questions each asks, one after another. */
  questions: number;
  /** How many stories each asks for, and speaks over. */
  stories: number;
}

/** What they heard, of all of them together. */
const audioResult = z.object({
  /** From the last packet of each question to the first of its answer that sounds. */
  answersMs: z.array(z.number()),
  /** The same as the platform knows it: from the silence that it heard to the first sound that it sent. */
  sentAfterMs: z.array(z.number()),
  /** How late the clock of the microphones came, 95 % of the time no later than this. */
  ownDelayMs: z.number(),
  /** From the first packet of speech over a story to the story's last that sounds. */
  silencesMs: z.array(z.number()),
  /** Utterances of each person in their order, including those over stories. */
  said: z.array(z.int()),
  /** Utterances to which no sound came. */
  unanswered: z.int(),
  /** People whom the agent did not say hello to; they say nothing either. */
  ungreeted: z.int(),
});
export type AudioResult = z.output<typeof audioResult>;

const toldByPeople = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("talking") }),
  audioResult.extend({ kind: z.literal("result") }),
]);

/** The people's program, and what they say. */
export interface AudioPeople {
  program: string;
  said: SaidByPeople;
  /** They wait for no processor, like people at machines of their own. */
  isRealTime: boolean;
}

/** Both are called while the people's process runs: everybody was greeted; everything was said. */
interface TalkWatch {
  onTalking: () => void;
  onTalked: () => void;
}

/** Has people talk in a process of their own, so that what they do is not counted as the platform's. */
export const talkByAudio = async (
  { program, said, isRealTime }: AudioPeople,
  plan: AudioPlan,
  { onTalking, onTalked }: TalkWatch,
): Promise<AudioResult> => {
  const people = spawn(program);
  await once(people, "spawn");
  if (isRealTime) takeRealTimePriority(people.pid);
  const ended = once(people, "close");
  try {
    tellPlan(people, { ...plan, ...encodedSpeech(said) });
    const result = await untilResult(people, onTalking);
    onTalked();
    people.stdin.end(); // They leave.
    await ended;
    return result;
  } finally {
    people.kill();
  }
};

/** Where they have ended already, they say why. */
const tellPlan = ({ stdin }: ChildProcessWithoutNullStreams, plan: object): void => {
  stdin.on("error", () => {});
  stdin.write(JSON.stringify(plan));
};

const untilResult = async (
  { stdout, stderr }: ChildProcessWithoutNullStreams,
  onTalking: () => void,
): Promise<AudioResult> => {
  const complaints = text(stderr);
  for await (const line of createInterface({ input: stdout })) {
    const told = toldByPeople.parse(JSON.parse(line));
    if (told.kind === "result") return told;
    onTalking();
  }
  throw new Error(`the people ended without a result: ${(await complaints).trim()}`);
};

const encodedSpeech = ({ question, storyRequest }: SaidByPeople) => ({
  sampleRate: SPOKEN_SAMPLE_RATE,
  question: inBase64(question),
  storyRequest: inBase64(storyRequest),
});

const inBase64 = ({ buffer, byteOffset, byteLength }: Int16Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("base64");
