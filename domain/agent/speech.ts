/** Something that an agent has to say: words, or a recording of them. */
export interface Speech {
  /** Said where there is no recording, or it is there no more. */
  text: string;
  recordingId: string | null;
}

/** As definitions and tools keep it: `audio` names a recording, everything else is words. */
export const readSpeech = (kept: { kind: unknown; text: unknown; recordingId: unknown }): Speech => ({
  text: typeof kept.text === "string" ? kept.text : "",
  recordingId: kept.kind === "audio" && typeof kept.recordingId === "string" ? kept.recordingId || null : null,
});
