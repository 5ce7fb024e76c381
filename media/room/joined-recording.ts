import type { Span } from "../../domain/recording/silenced-spans.ts";
import { buildPcmHeader } from "../../domain/recording/wav.ts";
import { SAMPLE_RATE } from "../hearing/voice-activity.ts";

/** A part of a recording: 16-bit samples of SAMPLE_RATE, in this number of frames. */
export interface RecordedPart {
  fromMs: number;
  frames: number;
  /** Yields the frames from one on, up to another, which is left out. */
  sound(from: number, until: number): AsyncIterable<Buffer> | Iterable<Buffer>;
}

export interface JoinedRecording {
  fromMs: number;
  bytes: number;
  wav(): AsyncIterable<Buffer>;
}

export const SAMPLE_BYTES = 2;
const SILENCE_BYTES = 65_536;

export const WAV_HEADER_BYTES = buildPcmHeader({ channels: 1, sampleRate: SAMPLE_RATE, frames: 0 }).length;

export const computeFrameBytes = (channels: number): number => channels * SAMPLE_BYTES;

export const countFrames = (wavBytes: number, channels: number): number =>
  Math.max(Math.floor((wavBytes - WAV_HEADER_BYTES) / computeFrameBytes(channels)), 0);

/** Returns the recording of a single process. */
export const buildRecording = (part: RecordedPart, channels: number): JoinedRecording =>
  wavOf([{ part, from: 0, until: part.frames }], { fromMs: part.fromMs, channels });

/**
 * Joins the parts that two processes have recorded of a call, by the times at which they began. The gap between them becomes
 * silence, so that later words keep their time. The later part may fall into a silence that the other one already contains.
 */
export const joinRecordings = (one: RecordedPart, other: RecordedPart, channels: number): JoinedRecording => {
  const [earlier, later] = one.fromMs <= other.fromMs ? [one, other] : [other, one];
  const begins = Math.round(((later.fromMs - earlier.fromMs) * SAMPLE_RATE) / 1000);
  const pieces = [
    { part: earlier, from: 0, until: Math.min(begins, earlier.frames) },
    { part: null, from: earlier.frames, until: begins },
    { part: later, from: 0, until: later.frames },
    { part: earlier, from: begins + later.frames, until: earlier.frames },
  ].filter(({ from, until }) => until > from);
  return wavOf(pieces, { fromMs: earlier.fromMs, channels });
};

/** Frames of a part, or, without a part, of silence. */
interface Piece {
  part: RecordedPart | null;
  from: number;
  until: number;
}

const wavOf = (
  pieces: readonly Piece[],
  { fromMs, channels }: { fromMs: number; channels: number },
): JoinedRecording => {
  const frames = pieces.reduce((sum, { from, until }) => sum + until - from, 0);
  const header = buildPcmHeader({ channels, sampleRate: SAMPLE_RATE, frames });
  return {
    fromMs,
    bytes: header.length + frames * channels * SAMPLE_BYTES,
    async *wav() {
      yield header;
      for (const { part, from, until } of pieces) {
        if (part === null) yield* silence((until - from) * channels * SAMPLE_BYTES);
        else yield* part.sound(from, until);
      }
    },
  };
};

/** The same recording, silent at these times. */
export const silenceSpans = (recording: JoinedRecording, spans: readonly Span[], channels: number): JoinedRecording => {
  if (spans.length === 0) return recording;
  const bytesAt = (ms: number) =>
    WAV_HEADER_BYTES +
    Math.max(0, Math.round(((ms - recording.fromMs) * SAMPLE_RATE) / 1000)) * computeFrameBytes(channels);
  const silenced = spans.map(({ fromMs, untilMs }) => ({ from: bytesAt(fromMs), until: bytesAt(untilMs) }));
  return {
    ...recording,
    async *wav() {
      let position = 0;
      for await (const chunk of recording.wav()) {
        const own = Buffer.from(chunk);
        for (const { from, until } of silenced) {
          const [begin, end] = [Math.max(from - position, 0), Math.min(until - position, own.length)];
          if (begin < end) own.fill(0, begin, end);
        }
        position += own.length;
        yield own;
      }
    },
  };
};

/** Yields the first bytes of a stream. */
export async function* takeFirstBytes(stream: AsyncIterable<Buffer>, bytes: number): AsyncIterable<Buffer> {
  let left = bytes;
  for await (const chunk of stream) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

function* silence(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= SILENCE_BYTES) yield Buffer.alloc(Math.min(left, SILENCE_BYTES));
}
