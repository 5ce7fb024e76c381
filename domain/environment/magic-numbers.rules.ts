/** The outcomes that a simulated person or line may have. */
export const SIMULATED_OUTCOMES = [
  "answered",
  "opted_out",
  "voicemail",
  "no_answer",
  "busy",
  "rejected",
  "failed",
  "invalid_number",
] as const;

/** How a simulated call to a magic number goes, attempt after attempt; the last one stays. */
export type MagicOutcome = (typeof SIMULATED_OUTCOMES)[number];

/** What the simulated carrier does wrong with a magic number. */
export type CarrierFault =
  /** It refuses the first two requests, as one does that has too much to do. */
  | "throttles_twice"
  /** It makes the call, and its answer to the request is lost. */
  | "loses_answer"
  /** It never tells that the call has ended. */
  | "loses_end";

export interface MagicNumber {
  phoneNumber: string;
  outcomes: readonly MagicOutcome[];
  fault?: CarrierFault;
}

const magic = (ending: string, outcomes: readonly MagicOutcome[], fault?: CarrierFault): MagicNumber => ({
  phoneNumber: `+17605550${ending}`,
  outcomes,
  ...(fault && { fault }),
});

/** Numbers that nobody has (760-555-01xx is kept for fiction), each of whose simulated calls goes as it says. */
export const MAGIC_NUMBERS: readonly MagicNumber[] = [
  magic("101", ["answered"]),
  magic("102", ["busy"]),
  magic("103", ["no_answer"]),
  magic("104", ["voicemail"]),
  magic("105", ["rejected"]),
  magic("106", ["failed"]),
  magic("107", ["invalid_number"]),
  magic("108", ["opted_out"]),
  magic("112", ["busy", "answered"]),
  magic("113", ["no_answer", "answered"]),
  magic("121", ["answered"], "throttles_twice"),
  magic("122", ["answered"], "loses_answer"),
  magic("123", ["answered"], "loses_end"),
];

/** Returns how simulated calls to this number go; null: as the simulator draws. */
export const findMagicNumber = (phoneNumber: string): MagicNumber | null =>
  MAGIC_NUMBERS.find((each) => each.phoneNumber === phoneNumber) ?? null;
