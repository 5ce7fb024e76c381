import { WebSocket } from "ws";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { unpackSamples } from "../../media/local-speech/pcm-samples.ts";
import { waitUntil } from "../harness/wait-until.ts";

const MICROPHONE_RATE = 16_000;
const FRAME_MS = 20;
const FRAME_SAMPLES = (MICROPHONE_RATE * FRAME_MS) / 1000;
/** Quieter than this is no voice: breath, and what a model leaves around its words. */
const LOUD = 150;
/** Between sentences a voice is quiet for less. */
const SILENT_AFTER_MS = 1000;

/** What an ear at the page has measured of one answer, by its own clock. */
export interface EarTimes {
  responseMs: number;
  /** How often the answer broke off although more of it came within a second. */
  gaps: number;
}

/** The page's own buffer hides what comes later than that. */
const HIDDEN_MS = 80;

/**
 * A page without a browser: its microphone sends sound at the pace of speech, and its ear notes when it hears the first sound
 * after the last one of its own.
 */
export const openSoundPage = async (url: string) => {
  const socket = new WebSocket(url);
  const speech: Int16Array[] = [];
  let lastLoudSentAt = 0;
  let isAgentThere = false;
  let playedUntil = 0;
  let lastHeardAt = 0;
  let firstHeardAt: number | null = null;
  let gaps = 0;
  socket.on("message", (data: Buffer, isBinary) => {
    if (!isBinary) {
      if (data.includes('"agent":true')) isAgentThere = true;
      return;
    }
    const samples = unpackSamples(data);
    const lateMs = performance.now() - playedUntil;
    if (firstHeardAt !== null && lateMs > HIDDEN_MS && lateMs < SILENT_AFTER_MS) gaps += 1;
    const beginsAt = Math.max(performance.now(), playedUntil);
    playedUntil = beginsAt + (samples.length / SPOKEN_SAMPLE_RATE) * 1000;
    const loud = samples.findIndex((sample) => Math.abs(sample) > LOUD);
    if (loud < 0) return;
    firstHeardAt ??= beginsAt + (loud / SPOKEN_SAMPLE_RATE) * 1000;
    lastHeardAt = playedUntil;
  });
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const beganAt = performance.now();
  let sent = 0;
  const microphone = setInterval(() => {
    for (; beganAt + sent * FRAME_MS < performance.now(); sent += 1) {
      const frame = speech.shift() ?? new Int16Array(FRAME_SAMPLES);
      const loud = frame.findLastIndex((sample) => Math.abs(sample) > LOUD);
      if (loud >= 0) lastLoudSentAt = performance.now() - FRAME_MS + ((loud + 1) / FRAME_SAMPLES) * FRAME_MS;
      socket.send(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength));
    }
  }, 5);
  const isSilent = () => lastHeardAt > 0 && performance.now() > lastHeardAt + SILENT_AFTER_MS;
  return {
    agentComes: () => waitUntil("the agent is there", () => isAgentThere),
    /** Waits until the agent has spoken and is silent. */
    agentIsSilent: () => waitUntil("the agent is silent", isSilent),
    /** Says this, and waits until the answer has been heard to its end. */
    ask: async (samples: Int16Array): Promise<EarTimes> => {
      firstHeardAt = null;
      lastHeardAt = 0;
      gaps = 0;
      for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
        const frame = new Int16Array(FRAME_SAMPLES);
        frame.set(samples.subarray(at, at + FRAME_SAMPLES));
        speech.push(frame);
      }
      await waitUntil("the answer is over", () => speech.length === 0 && isSilent());
      return { responseMs: (firstHeardAt ?? 0) - lastLoudSentAt, gaps };
    },
    leave: () => socket.send(JSON.stringify({ leave: true })),
    close: () => {
      clearInterval(microphone);
      socket.close();
    },
  };
};
