import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { readMulaw, writeMulaw } from "./mulaw.ts";

const RTP_HEADER_BYTES = 12;
const PCMU = 0;
/** The payload type of keys in the session descriptions of both sides. */
const KEY = 101;
const KEYS = "0123456789*#ABCD";
const KEY_LOUDNESS = 10;
const RATE = 8000;
const FRAME_MS = 20;
const FRAME_SAMPLES = (RATE * FRAME_MS) / 1000;
const LOUDNESS = 8000;
/** Quieter is silence: what LiveKit SIP sends between sounds. */
const LEAST_HEARD = 500;

interface HeardFrame {
  atMs: number;
  /** The pitch of the loudest tone of those that are listened for; null: silence. */
  hz: number | null;
}

/** Somebody at a telephone who hears and makes tones; nobody needs to speak. */
export interface ToneTelephone {
  port: number;
  heard: HeardFrame[];
  /** The instants at which this tone was heard, since this one. */
  heardAt(hz: number, sinceMs?: number): number[];
  /** Makes a tone from now on; null: is silent. */
  sing(hz: number | null): void;
  /** Makes the tone of an answering machine. */
  beep(): void;
  press(key: string): void;
  /** All keys that were pressed at the other end, in their order. */
  heardKeys(): string;
  /** Says this, samples of 8 kHz, and returns when it will have been said; a tone that is made goes on afterwards. */
  say(samples: Int16Array): number;
  /** How long it was silent for at most, between two instants. */
  longestSilenceMs(fromMs: number, untilMs: number): number;
  close(): void;
}

const BEEP = { hz: 1000, frames: 25 };

/** `pitches`: the tones that are told apart, in Hz. */
export const openToneTelephone = async (pitches: readonly number[]): Promise<ToneTelephone> => {
  const socket = createSocket("udp4");
  const heard: HeardFrame[] = [];
  let theirs: RemoteInfo | null = null;
  let sung: number | null = null;
  let beeps = 0;
  let toSay: number[] = [];
  const keys: { at: number; key: string }[] = [];
  let sequence = 0;
  const send = (type: number, payload: Buffer, at = sequence * FRAME_SAMPLES) => {
    if (!theirs) return;
    const header = Buffer.alloc(RTP_HEADER_BYTES);
    header.writeUInt8(0x80, 0);
    header.writeUInt8(type, 1);
    header.writeUInt16BE(sequence % 0x1_0000, 2);
    header.writeUInt32BE(at % 0x1_0000_0000, 4);
    header.writeUInt32BE(0x5157, 8);
    sequence += 1;
    socket.send(Buffer.concat([header, payload]), theirs.port, theirs.address);
  };
  const nextFrame = (): number[] => {
    const said = toSay.slice(0, FRAME_SAMPLES);
    toSay = toSay.slice(FRAME_SAMPLES);
    if (said.length === FRAME_SAMPLES) return said;
    const hz = beeps > 0 ? BEEP.hz : sung;
    beeps = Math.max(beeps - 1, 0);
    const turn = (2 * Math.PI * (hz ?? 0)) / RATE;
    const from = sequence * FRAME_SAMPLES;
    return Array.from({ length: FRAME_SAMPLES }, (_, at) => LOUDNESS * Math.sin(turn * (from + at)));
  };
  const sendFrame = () => send(PCMU, Buffer.from(nextFrame().map((sample) => writeMulaw(Math.round(sample)))));
  const noteKey = (packet: Buffer) => {
    const at = packet.readUInt32BE(4);
    // A key is told again and again under the time at which it began.
    if (!keys.some((known) => known.at === at)) keys.push({ at, key: KEYS[packet[RTP_HEADER_BYTES] ?? 0] ?? "?" });
  };
  socket.on("message", (packet, from) => {
    const type = (packet[1] ?? 0) & 0x7f;
    if (type === KEY) noteKey(packet);
    if (type !== PCMU) return;
    theirs = from;
    const samples = Array.from(packet.subarray(RTP_HEADER_BYTES), readMulaw);
    heard.push({ atMs: performance.now(), hz: findLoudestTone(samples, pitches) });
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  let sentMs = performance.now();
  const timer = setInterval(() => {
    for (; sentMs < performance.now(); sentMs += FRAME_MS) sendFrame();
  }, FRAME_MS / 2);
  return {
    port: socket.address().port,
    heard,
    heardAt: (hz, sinceMs = 0) =>
      heard.filter((frame) => frame.hz === hz && frame.atMs >= sinceMs).map(({ atMs }) => atMs),
    sing: (hz) => {
      sung = hz;
    },
    beep: () => {
      beeps = BEEP.frames;
    },
    press: (key) => {
      const at = sequence * FRAME_SAMPLES;
      // The end of a key is sent three times, because packets may be lost.
      for (const [index, isEnd] of [false, false, false, true, true, true].entries()) {
        const event = Buffer.alloc(4);
        event.writeUInt8(KEYS.indexOf(key), 0);
        event.writeUInt8((isEnd ? 0x80 : 0) | KEY_LOUDNESS, 1);
        event.writeUInt16BE((Math.min(index, 3) + 1) * FRAME_SAMPLES, 2);
        send(KEY | (index === 0 ? 0x80 : 0), event, at);
      }
    },
    heardKeys: () => keys.map(({ key }) => key).join(""),
    say: (samples) => {
      toSay = [...samples];
      return performance.now() + (samples.length * 1000) / RATE;
    },
    longestSilenceMs: (fromMs, untilMs) => {
      const sounds = heard.filter(({ hz, atMs }) => hz !== null && atMs > fromMs && atMs < untilMs);
      const instants = [fromMs, ...sounds.map(({ atMs }) => atMs), untilMs];
      return Math.max(...instants.slice(1).map((at, index) => at - (instants[index] ?? at)));
    },
    close: () => {
      clearInterval(timer);
      socket.close();
    },
  };
};

/** Returns the pitch of the loudest of these tones; null: silence. `rate`: of the samples, in Hz. */
export const findLoudestTone = (samples: readonly number[], pitches: readonly number[], rate = RATE): number | null => {
  let loudest: { hz: number | null; level: number } = { hz: null, level: LEAST_HEARD };
  for (const hz of pitches) {
    const level = levelOf(samples, (2 * Math.PI * hz) / rate);
    if (level > loudest.level) loudest = { hz, level };
  }
  return loudest.hz;
};

/** The amplitude of one tone among the samples; `turn`: its angle between two of them. */
const levelOf = (samples: readonly number[], turn: number): number => {
  let [real, imaginary] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    real += sample * Math.cos(turn * at);
    imaginary += sample * Math.sin(turn * at);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
};
