import { z } from "zod";
import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";

const seconds = z.number().min(0).max(DAY_SECONDS);
const words = z.int().min(1).max(1000);
export const isRegularExpression = (source: string): boolean => {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
};
/** The line waits until the agent's words since the person's last line match this regular expression. */
const after = z.string().refine(isRegularExpression, "not a regular expression").optional();

/**
 * The person's actions, one line after another. A line waits until the agent has spoken and paused, except directly
 * after `waits_seconds`. After the last line the person hears the reply and hangs up.
 */
export const talkLine = z.union([
  /** `partials`: interim results are sent as well, word by word. */
  z.strictObject({ says: z.string().min(1), partials: z.boolean().default(false), after }),
  z.strictObject({ presses: z.string().regex(/^[0-9*#A-D]+$/), after }),
  /** Interrupts the agent once this many of its words were heard. */
  z.strictObject({ interrupts_after_words: words, says: z.string().min(1) }),
  z.strictObject({ waits_seconds: seconds }),
  z.strictObject({ hangs_up: z.literal(true), after }),
  z.strictObject({ hangs_up_after_words: words }),
]);

export type TalkLine = z.infer<typeof talkLine>;

const says = (...lines: string[]): TalkLine[] => lines.map((line) => ({ says: line, partials: false }));

const TALK_OF_A_PERSON = says("Hello?", "Yes, that is me.", "That sounds good. Thank you, goodbye.");
const TALK_OF_A_REFUSAL = says("Hello?", "Please do not call me again.");
const TALK_OF_A_MACHINE: TalkLine[] = [
  { waits_seconds: 0.5 },
  ...says("You have reached a voicemail. Nobody can take your call. Please leave a message after the tone."),
];

/** Returns the default lines of an outcome without `talk` in the script. */
export const chooseTalk = (outcome: string): readonly TalkLine[] => {
  if (outcome === "voicemail") return TALK_OF_A_MACHINE;
  return outcome === "opted_out" ? TALK_OF_A_REFUSAL : TALK_OF_A_PERSON;
};

/** An event on the line, for tests and demos to check. */
export const heardSchema = z.object({
  at: z.string(),
  who: z.enum(["agent", "person"]),
  /**
   * `played`: the text is the address of the recording. `cut_off`: the person interrupted; the text is what was heard
   * until then. `joined`: the text is the conference's name. `ended`: the text is the hand-off data.
   */
  what: z.enum(["said", "played", "cut_off", "pressed", "transferred", "joined", "ended", "hung_up"]),
  text: z.string(),
});

export type Heard = z.infer<typeof heardSchema>;
export type Note = Omit<Heard, "at">;
