/*
 * Who answered a call: the one place that names the words, says which word corrects which, and what a call came to that no person answered.
 */

/** `ivr`: a machine that is no mailbox, such as a menu, an announcement of the network, or a fax machine. */
export const ANSWERERS = ["person", "voicemail", "screening", "ivr", "unknown"] as const;
export type AnsweredBy = (typeof ANSWERERS)[number];

/** What is found on a line. A fax machine is an `ivr` on the run; on the line nobody can talk to it, now or later. */
export type Detection = AnsweredBy | "fax";

export const DETECTIONS = [...ANSWERERS, "fax"] as const satisfies readonly Detection[];

export const toAnswerer = (detection: Detection): AnsweredBy => (detection === "fax" ? "ivr" : detection);

/** What kind of `ivr` it was. */
export const IVR_KINDS = ["menu", "announcement", "fax"] as const;
export type IvrKind = (typeof IVR_KINDS)[number];

/** Why the run says who answered. */
export interface AnswerEvidence {
  /** `carrier`: its own detection; `words`: what was said first; `tone`: a tone that was heard. */
  source: "carrier" | "words" | "tone";
  /** The carrier's own word. */
  carrier_word?: string | null;
  kind?: IvrKind | null;
  /** What was said first. */
  words?: string | null;
  tones?: string[];
  /** From the answer to the decision. */
  decided_after_ms?: number | null;
  /** A person came on the line after the machine. */
  person_came?: boolean;
}

/** The words of earlier versions, which rows of turns, files of scenarios and our own carriers may still hold. */
const FORMER_WORDS: Readonly<Record<string, Detection>> = { human: "person", machine: "voicemail" };

/** Reads who answered, in today's words or in those of earlier versions; null while unknown. */
export const readDetection = (text: unknown): Detection | null =>
  typeof text === "string" ? (DETECTIONS.find((each) => each === text) ?? FORMER_WORDS[text] ?? null) : null;

/** What a run's row says, with the fax that its evidence remembers. */
export const readRunDetection = (run: {
  answered_by: string | null;
  answer_evidence: { kind?: string | null | undefined } | null;
}): Detection | null => (run.answer_evidence?.kind === "fax" ? "fax" : readDetection(run.answered_by));

/** Tells whether nobody can be talked to: a mailbox, or a fax machine. */
export const isMachine = (detection: Detection | null): boolean => detection === "voicemail" || detection === "fax";

/** Who answered, as one source says. */
export interface ToldAnswer {
  by: AnsweredBy;
  source: AnswerEvidence["source"];
}

/**
 * Returns the answer that stands: the first one, but what was unknown is told later, a machine that was taken for a person is one, and
 * what the platform itself has heard corrects a carrier, which knows neither screening nor menus.
 */
export const reviseAnswer = (known: ToldAnswer | null, told: ToldAnswer): ToldAnswer => {
  if (known === null || (known.by === "unknown" && told.by !== "unknown")) return told;
  if (told.by === "unknown" || told.by === known.by) return known;
  if (known.by === "person") return told;
  return known.source === "carrier" && told.source !== "carrier" ? told : known;
};

/** Tells whether a machine alone answered, and no person came afterwards. */
export const wasAnsweredByMachine = (by: Detection | null, personCame: boolean): boolean =>
  by === "voicemail" || ((by === "screening" || by === "ivr") && !personCame);
