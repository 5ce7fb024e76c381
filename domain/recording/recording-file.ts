/** The formats that every carrier plays, and how their files begin. */
const AUDIO_TYPES = {
  wav: { mimeTypes: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"], contentType: "audio/wav" },
  mp3: { mimeTypes: ["audio/mpeg", "audio/mp3"], contentType: "audio/mpeg" },
} as const;

export type AudioType = keyof typeof AUDIO_TYPES;

export const MAX_RECORDING_BYTES = 5_242_880;

/** Recordings of one request. */
export const MAX_BATCH = 20;

export const findAudioType = (mimeType: string): AudioType | undefined => {
  const name = mimeType.toLowerCase();
  if (AUDIO_TYPES.wav.mimeTypes.some((known) => known === name)) return "wav";
  return AUDIO_TYPES.mp3.mimeTypes.some((known) => known === name) ? "mp3" : undefined;
};

export const readContentType = (type: AudioType): string => AUDIO_TYPES[type].contentType;

/** Returns the audio type from the beginning of a file; undefined when carriers cannot play it. */
export const detectAudioType = (head: Buffer): AudioType | undefined => {
  const text = head.toString("latin1");
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WAVE") return "wav";
  const isFrame = head.length > 1 && head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0;
  return text.startsWith("ID3") || isFrame ? "mp3" : undefined;
};

/** Returns the storage key of a recording: under its organization, with a name that needs no escaping. */
export const buildRecordingKey = (recording: {
  organizationId: number;
  recordingId: string;
  type: AudioType;
}): string => `org-${recording.organizationId}/recordings/${recording.recordingId}.${recording.type}`;
