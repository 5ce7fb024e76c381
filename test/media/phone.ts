import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PART_WITHIN_MS } from "../../infra/models/part-limit.ts";
import { createOpenaiRecognition, createOpenaiVoice, SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { createSpeechListener } from "../../media/hearing/speech-listener.ts";
import { FRAME_SAMPLES, loadVoiceActivity } from "../../media/hearing/voice-activity.ts";
import { readMulaw, writeMulaw } from "./mulaw.ts";

/**
 * The sound of a telephone, as a process of its own: `node phone.ts SPEECH_URL`. Writes the port of its RTP as `port N`, says
 * each line of its standard input to whoever sends it sound (`beep`: that of an answering machine), tells as `said` when it has said all, and
 * writes what it hears as `voice` where it begins and as `heard …` when it is over.
 */
const [speechUrl = ""] = process.argv.slice(2);
const settings = { model: "stand-in", apiKey: null, baseUrl: speechUrl, fetch };
const tell = (line: string) => void process.stdout.write(`${line}\n`);

const RTP_HEADER_BYTES = 12;
const PCMU = 0;
const FRAME_MS = 20;
const HUNG_UP_AFTER_MS = 2000;
const PHONE_RATE = 8000;
const PHONE_FRAME = (PHONE_RATE * FRAME_MS) / 1000;

const newVoiceActivity = await loadVoiceActivity();
const ear = createSpeechListener({
  voiceActivity: newVoiceActivity(),
  mayRecognizeInPauses: false,
  recognize: createOpenaiRecognition(settings),
  language: () => "en",
  events: {
    mayStart: () => {},
    wasNoise: () => {},
    started: () => tell("voice"),
    forms: () => {},
    stopped: () => {},
    heard: (text) => tell(`heard ${text}`),
    failed: (error) => tell(`failed ${String(error)}`),
  },
});

const socket = createSocket("udp4");
let theirs: RemoteInfo | null = null;
let waiting: number[] = [];
let hearing = Promise.resolve();
let heardAtMs: number | null = null;
// A person who has hung up sends nothing more, not even the silence by which a sentence ends.
setInterval(() => {
  if (heardAtMs === null || performance.now() - heardAtMs < HUNG_UP_AFTER_MS) return;
  heardAtMs = null;
  hearing = hearing.then(() => ear.finish());
}, HUNG_UP_AFTER_MS / 2);
socket.on("message", (packet, from) => {
  if (((packet[1] ?? 0) & 0x7f) !== PCMU) return;
  theirs = from;
  heardAtMs = performance.now();
  for (const byte of packet.subarray(RTP_HEADER_BYTES)) {
    const sample = readMulaw(byte);
    waiting.push(sample, sample);
  }
  while (waiting.length >= FRAME_SAMPLES) {
    const frame = Int16Array.from(waiting.slice(0, FRAME_SAMPLES));
    waiting = waiting.slice(FRAME_SAMPLES);
    hearing = hearing.then(() => ear.take(frame));
  }
});
socket.bind(0, "127.0.0.1");
await once(socket, "listening");
tell(`port ${socket.address().port}`);

const toSay: Buffer[] = [];
let sequence = 0;
const sendFrame = () => {
  if (!theirs) return;
  const header = Buffer.alloc(RTP_HEADER_BYTES);
  header.writeUInt8(0x80, 0);
  header.writeUInt8(PCMU, 1);
  header.writeUInt16BE(sequence % 0x1_0000, 2);
  header.writeUInt32BE((sequence * PHONE_FRAME) % 0x1_0000_0000, 4);
  header.writeUInt32BE(0x5157, 8);
  sequence += 1;
  const silence = Buffer.alloc(PHONE_FRAME, writeMulaw(0));
  const frame = toSay.shift();
  socket.send(Buffer.concat([header, frame ?? silence]), theirs.port, theirs.address);
  if (frame && toSay.length === 0) tell("said");
};
let sentMs = performance.now();
setInterval(() => {
  for (; sentMs < performance.now(); sentMs += FRAME_MS) sendFrame();
}, FRAME_MS / 2);

const speak = createOpenaiVoice({ ...settings, partWithinMs: PART_WITHIN_MS }, { voiceId: "person", speed: 1 });
const STEP = SPOKEN_SAMPLE_RATE / PHONE_RATE;
/** Half a second of 1,000 Hz, as an answering machine has it. */
const BEEP = Array.from({ length: SPOKEN_SAMPLE_RATE / 2 }, (_, at) =>
  Math.round(8000 * Math.sin((2 * Math.PI * 1000 * at) / SPOKEN_SAMPLE_RATE)),
);
createInterface({ input: process.stdin })
  .on("line", (line) => void say(line))
  .on("close", () => process.exit());
const say = async (line: string): Promise<void> => {
  const samples: number[] = [];
  if (line === "beep") samples.push(...BEEP);
  else for await (const part of speak(line, AbortSignal.timeout(600_000))) samples.push(...part);
  const bytes = Buffer.from(samples.filter((_, at) => at % STEP === 0).map(writeMulaw));
  for (let at = 0; at + PHONE_FRAME <= bytes.length; at += PHONE_FRAME)
    toSay.push(bytes.subarray(at, at + PHONE_FRAME));
};
