/** The sound of a WAV file: frames with one sample of every channel. */
export interface WavSound {
  channels: number;
  bytesPerFrame: number;
  dataOffset: number;
  /** Whole frames only. */
  dataBytes: number;
  /** The format chunk; 16 bytes or more. */
  format: Buffer;
}

/** How the samples of a WAV file are written, by the numbers of its format chunk. */
export const WAV_CODING = { pcm: 1, float: 3, aLaw: 6, muLaw: 7 } as const;
const EXTENDED = 0xfffe;
/** All samples of such a format have one size. */
const FORMATS_OF_WHOLE_SAMPLES: ReadonlySet<number> = new Set([...Object.values(WAV_CODING), EXTENDED]);
/** The offset of the coding in an extended format. */
const CODING_AT = 24;
const CHUNK_HEADER_BYTES = 8;
const SHORTEST_FORMAT_BYTES = 16;
/** The offset of the channel mask in an extended format. */
const SPEAKERS_AT = 20;

/** Reads the header of a WAV file of the given size; null when it is not a WAV file whose channels can be separated. */
export const readWav = (head: Buffer, fileBytes: number): WavSound | null => {
  if (head.toString("latin1", 0, 4) !== "RIFF" || head.toString("latin1", 8, 12) !== "WAVE") return null;
  let format: Buffer | null = null;
  for (let at = 12; at + CHUNK_HEADER_BYTES <= head.length; ) {
    const id = head.toString("latin1", at, at + 4);
    const size = head.readUInt32LE(at + 4);
    const body = at + CHUNK_HEADER_BYTES;
    if (id === "data") return format && soundOf(format, { dataOffset: body, declaredBytes: size, fileBytes });
    if (id === "fmt ") format = head.subarray(body, body + size);
    at = body + size + (size % 2);
  }
  return null;
};

const soundOf = (
  format: Buffer,
  { dataOffset, declaredBytes, fileBytes }: { dataOffset: number; declaredBytes: number; fileBytes: number },
): WavSound | null => {
  if (format.length < SHORTEST_FORMAT_BYTES || !FORMATS_OF_WHOLE_SAMPLES.has(format.readUInt16LE(0))) return null;
  const channels = format.readUInt16LE(2);
  const bytesPerFrame = format.readUInt16LE(12);
  if (channels === 0 || bytesPerFrame === 0 || bytesPerFrame % channels !== 0) return null;
  // A program that streams a recording does not know its size in advance, and leaves 0 or the highest number.
  const bytesThere = Math.max(0, fileBytes - dataOffset);
  const bytes = declaredBytes === 0 ? bytesThere : Math.min(declaredBytes, bytesThere);
  return { channels, bytesPerFrame, dataOffset, dataBytes: bytes - (bytes % bytesPerFrame), format };
};

/** Returns how the samples are written, also where an extended format names it. */
export const readWavCoding = ({ format }: Pick<WavSound, "format">): number => {
  const named = format.readUInt16LE(0);
  return named === EXTENDED && format.length >= CODING_AT + 2 ? format.readUInt16LE(CODING_AT) : named;
};

/** Builds the header of a file with one channel. */
export const buildChannelHeader = ({ channels, bytesPerFrame, dataBytes, format }: WavSound): Buffer => {
  const own = Buffer.from(format.length % 2 === 0 ? format : Buffer.concat([format, Buffer.alloc(1)]));
  own.writeUInt16LE(1, 2);
  own.writeUInt32LE(format.readUInt32LE(8) / channels, 8);
  own.writeUInt16LE(bytesPerFrame / channels, 12);
  if (own.length >= SPEAKERS_AT + 4) own.writeUInt32LE(0, SPEAKERS_AT);
  return headerOf(own, dataBytes / channels);
};

/** Builds the header of a file with 16-bit samples. */
export const buildPcmHeader = (sound: { channels: number; sampleRate: number; frames: number }): Buffer => {
  const { channels, sampleRate, frames } = sound;
  const bytesPerFrame = channels * 2;
  const format = Buffer.alloc(SHORTEST_FORMAT_BYTES);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * bytesPerFrame, 8);
  format.writeUInt16LE(bytesPerFrame, 12);
  format.writeUInt16LE(16, 14);
  return headerOf(format, frames * bytesPerFrame);
};

const headerOf = (format: Buffer, dataBytes: number): Buffer =>
  Buffer.concat([
    Buffer.from("RIFF"),
    uint32(4 + CHUNK_HEADER_BYTES + format.length + CHUNK_HEADER_BYTES + dataBytes + (dataBytes % 2)),
    Buffer.from("WAVEfmt "),
    uint32(format.length),
    format,
    Buffer.from("data"),
    uint32(dataBytes),
  ]);

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Extracts the samples of one channel from whole frames. */
export const extractSamples = (
  frames: Buffer,
  { channels, bytesPerFrame }: Pick<WavSound, "channels" | "bytesPerFrame">,
  channel: number,
): Buffer => {
  const bytesPerSample = bytesPerFrame / channels;
  const samples = Buffer.alloc(frames.length / channels);
  for (let frame = 0; frame * bytesPerFrame < frames.length; frame += 1) {
    const from = frame * bytesPerFrame + channel * bytesPerSample;
    frames.copy(samples, frame * bytesPerSample, from, from + bytesPerSample);
  }
  return samples;
};
