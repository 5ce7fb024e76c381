/** A text for an agent to say, or a recording of it. */
export interface Speech {
  /** Said where there is no recording, or where the recording was deleted. */
  text: string;
  recordingId: string | null;
}

/** Reads a stored speech: `audio` names a recording; every other kind is text. */
export const readSpeech = (kept: { kind: unknown; text: unknown; recordingId: unknown }): Speech => ({
  text: typeof kept.text === "string" ? kept.text : "",
  recordingId: kept.kind === "audio" && typeof kept.recordingId === "string" ? kept.recordingId || null : null,
});
