import { createInterface } from "node:readline";
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  type RemoteTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node";
import { PART_WITHIN_MS } from "../../infra/models/part-limit.ts";
import { createOpenaiRecognition, createOpenaiVoice, SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { createSpeechListener } from "../../media/hearing/speech-listener.ts";
import { FRAME_SAMPLES, loadVoiceActivity, SAMPLE_RATE } from "../../media/hearing/voice-activity.ts";

/**
 * A person at a microphone, as a process of its own: `node person.ts URL TOKEN SPEECH_URL`. Says each line of its standard
 * input (after `behind: ` somebody else in the room does, 26 dB quieter), and writes what happens, a word and its sentence a line: `joined`, `voice` (somebody speaks), `heard …`, `closed`.
 */
const [url = "", token = "", speechUrl = ""] = process.argv.slice(2);
const settings = { model: "stand-in", apiKey: null, baseUrl: speechUrl, fetch };
const tell = (line: string) => void process.stdout.write(`${line}\n`);

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

const listen = async (track: RemoteTrack): Promise<void> => {
  let waiting = new Int16Array(0);
  for await (const { data } of new AudioStream(track, { sampleRate: SAMPLE_RATE, numChannels: 1 })) {
    waiting = Int16Array.from([...waiting, ...data]);
    for (; waiting.length >= FRAME_SAMPLES; waiting = waiting.slice(FRAME_SAMPLES)) {
      await ear.take(waiting.slice(0, FRAME_SAMPLES));
    }
  }
};

const room = new Room();
room.on(RoomEvent.TrackSubscribed, (track) => void listen(track));
room.on(RoomEvent.Disconnected, () => {
  tell("closed");
  process.exit();
});
await room.connect(url, token, { autoSubscribe: true, dynacast: false });
const source = new AudioSource(SPOKEN_SAMPLE_RATE, 1);
const track = LocalAudioTrack.createAudioTrack("microphone", source);
await room.localParticipant?.publishTrack(track, new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE }));
tell("joined");

const FRAME = SPOKEN_SAMPLE_RATE / 50;
/** 26 dB: loud enough to be a voice to Silero. */
const BEHIND = 10 ** (-26 / 20);
const play = async (samples: Int16Array): Promise<void> => {
  for (let at = 0; at < samples.length; at += FRAME) {
    const part = samples.slice(at, at + FRAME);
    await source.captureFrame(new AudioFrame(part, SPOKEN_SAMPLE_RATE, 1, part.length));
  }
};
const speak = createOpenaiVoice({ ...settings, partWithinMs: PART_WITHIN_MS }, { voiceId: "person", speed: 1 });
const microphone: string[] = [];
createInterface({ input: process.stdin })
  .on("line", (line) => microphone.push(line))
  .on("close", () => void room.disconnect().then(() => process.exit()));
for (;;) {
  const line = microphone.shift();
  const behind = /^behind: (.*)$/.exec(line ?? "")?.[1];
  const digit = /^press (\d)$/.exec(line ?? "")?.[1];
  if (digit !== undefined) await room.localParticipant?.publishDtmf(Number(digit), digit);
  else if (line === undefined) await play(new Int16Array(FRAME));
  else
    for await (const samples of speak(behind ?? line, AbortSignal.timeout(600_000)))
      await play(behind === undefined ? samples : samples.map((sample) => Math.round(sample * BEHIND)));
}
