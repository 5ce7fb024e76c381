import type { AudioType } from "./recording-file.ts";
import { readWav } from "./wav.ts";

/** Returns the length of a recording in whole milliseconds; null when its file does not tell. */
export const measureRecording = (type: AudioType, file: Buffer): number | null =>
  type === "wav" ? lengthOfWav(file) : lengthOfMp3(file);

/** The offset of the byte rate (bytes per second) in a WAV file. */
const BYTE_RATE_AT = 8;

const lengthOfWav = (file: Buffer): number | null => {
  const sound = readWav(file, file.length);
  const bytesPerSecond = sound?.format.readUInt32LE(BYTE_RATE_AT) ?? 0;
  return sound && bytesPerSecond > 0 ? Math.round((sound.dataBytes / bytesPerSecond) * 1000) : null;
};

/* MPEG audio, layer III (ISO 11172-3 and 13818-3): frames one after another, each with a header of four bytes. */

const KILOBITS_OF_MPEG_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KILOBITS_OF_MPEG_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_OF_MPEG_1 = [44_100, 48_000, 32_000];
const HEADER_BYTES = 4;
const TAG_HEADER_BYTES = 10;

interface Mp3Frame {
  bytes: number;
  seconds: number;
}

const lengthOfMp3 = (file: Buffer): number | null => {
  let seconds = 0;
  let at = endOfTag(file);
  while (at + HEADER_BYTES <= file.length) {
    const frame = readFrameHeader(file.readUInt32BE(at));
    // Other data may stand between frames, such as a tag at the end.
    at += frame?.bytes ?? 1;
    seconds += frame?.seconds ?? 0;
  }
  return seconds > 0 ? Math.round(seconds * 1000) : null;
};

/** Returns the end of an ID3v2 tag, whose size is written in four times seven bits. */
const endOfTag = (file: Buffer): number => {
  if (file.length < TAG_HEADER_BYTES || file.toString("latin1", 0, 3) !== "ID3") return 0;
  const [a = 0, b = 0, c = 0, d = 0] = file.subarray(6, TAG_HEADER_BYTES);
  return TAG_HEADER_BYTES + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f);
};

const readFrameHeader = (header: number): Mp3Frame | null => {
  const version = (header >>> 19) & 3;
  const isFrame = header >>> 21 === 0x7ff && version !== 1 && ((header >>> 17) & 3) === 1;
  if (!isFrame) return null;
  const isMpeg1 = version === 3;
  const kilobits = (isMpeg1 ? KILOBITS_OF_MPEG_1 : KILOBITS_OF_MPEG_2)[(header >>> 12) & 15] ?? 0;
  const rate = (RATES_OF_MPEG_1[(header >>> 10) & 3] ?? 0) / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  if (kilobits === 0 || rate === 0) return null;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (header >>> 9) & 1;
  return { bytes: Math.floor((samples / 8) * ((kilobits * 1000) / rate)) + padding, seconds: samples / rate };
};
