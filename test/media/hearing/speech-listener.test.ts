import type { Duplex } from "node:stream";
import { afterEach, describe, expect, it } from "@jest/globals";
import { ModelError } from "../../../domain/model/chat-model.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { openRecognition, openRecognitionStreams } from "../../../infra/models/open-speech.ts";
import { createSpeechListener } from "../../../media/hearing/speech-listener.ts";
import { type ListeningServer, startListeningServer, tellWords } from "../../harness/listening-server.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const requests = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
/** More frames than silence needs to end a sentence. */
const PAUSE_FRAMES = 25;
const FRAME_BYTES = 1024;
/** Silence of a quarter of a second, after which the person may go on or not. */
const SHORT_PAUSE_FRAMES = 8;

let server: ListeningServer;

/** Listens with a model of Deepgram's; frames are loud or silent. */
const openListener = ({ wordsWithinMs = 60_000 } = {}) => {
  const over = new AbortController();
  const choice = { provider: "deepgram", model: "m", apiKey: null, baseUrl: server.baseUrl };
  const open = openRecognitionStreams(choice, requests);
  const { told, ...listener } = listen({
    recognize: openRecognition(choice, requests),
    streaming: open && {
      open,
      signal: over.signal,
      onFailure: () => told.push("failed stream"),
      wordsWithinMs,
    },
  });
  return { told, ...listener, over };
};

const listen = ({
  mayRecognizeInPauses = false,
  ...recognition
}: Pick<Parameters<typeof createSpeechListener>[0], "recognize" | "streaming" | "hearTurnEnd"> & {
  mayRecognizeInPauses?: boolean;
}) => {
  const told: string[] = [];
  const listener = createSpeechListener({
    ...recognition,
    mayRecognizeInPauses,
    voiceActivity: async (frame) => (frame[0] === 0 ? 0 : 1),
    language: () => "en-US",
    events: {
      mayStart: () => told.push("may start"),
      wasNoise: () => told.push("was noise"),
      started: () => told.push("started"),
      forms: (text) => told.push(`forms ${text}`),
      stopped: () => told.push("stopped"),
      heard: (text) => told.push(`heard ${text}`),
      failed: (error) => told.push(`failed ${String(error)}`),
    },
  });
  const take = async (frames: number, sample: number) => {
    for (let at = 0; at < frames; at += 1) await listener.take(new Int16Array(FRAME_BYTES / 2).fill(sample));
  };
  const speak = (frames: number) => take(frames, 7);
  const pause = () => take(PAUSE_FRAMES, 0);
  const has = (line: string) => waitUntil(`"${line}" after ${told.join("; ")}`, () => told.includes(line));
  return { told, take, speak, pause, has, finish: listener.finish, skip: listener.skip };
};

describe("somebody whose words are recognized while they speak", () => {
  afterEach(() => server.close());

  it("has all of them on their way before they fall silent, and no request is made afterwards", async () => {
    server = await startListeningServer({
      hear: () => "i want a table",
      began: (stream) => tellWords(stream, "i want", { isFinal: false }),
    });
    const { told, speak, pause, has } = openListener();
    await speak(40);
    await waitUntil("everything said so far has come", () => server.streams[0]?.sound.length === 40 * FRAME_BYTES);
    await has("forms i want");
    expect(told).toEqual(["may start", "started", "forms i want"]);
    expect(server.streams[0]).toMatchObject({ isFinished: false });
    await pause();
    await has("heard i want a table");
    expect(server.requests).toEqual([]);
    await speak(10);
    await pause();
    await waitUntil("the next sentence has a stream of its own", () => server.streams[1]?.isFinished === true);
  });

  it("is understood by a request where the stream breaks, and without one in the rest of the call", async () => {
    server = await startListeningServer({ hear: () => "", began: ({ socket }) => socket.terminate() });
    const { told, speak, pause, has } = openListener();
    await speak(20);
    await pause();
    await has("heard a whole sentence");
    await speak(20);
    await pause();
    await waitUntil("both sentences were asked for", () => server.requests.length === 2);
    await waitUntil("both are heard", () => told.filter((line) => line.startsWith("heard")).length === 2);
    expect(told.filter((line) => line === "failed stream")).toHaveLength(1);
    expect(server.streams).toHaveLength(1);
  });

  it("is understood by the words that had formed where nothing comes after them", async () => {
    server = await startListeningServer({
      hear: () => "",
      began: (stream) => tellWords(stream, "i want a table", { isFinal: false }),
    });
    const { speak, pause, has } = openListener();
    await speak(20);
    await has("forms i want a table");
    await pause();
    await has("heard i want a table");
  });

  it("is understood as far as they came when their sound ends in the middle of a sentence", async () => {
    server = await startListeningServer({ hear: () => "i want" });
    const { told, speak, has, finish } = openListener();
    finish();
    await speak(20);
    finish();
    await has("heard i want");
    expect(told.filter((line) => !line.startsWith("forms"))).toEqual([
      "may start",
      "started",
      "stopped",
      "heard i want",
    ]);
  });

  it("may have been a noise, also where the sound ends with it, and nothing of it is recognized", async () => {
    server = await startListeningServer({ hear: () => "" });
    const { told, speak, pause, finish } = openListener();
    await speak(1);
    await pause();
    expect(told).toEqual(["may start", "was noise"]);
    await pause();
    await speak(2);
    finish();
    expect(told.slice(2)).toEqual(["may start", "was noise"]);
    expect([server.streams, server.requests]).toEqual([[], []]);
  });

  it("does not wait for a stream that tells nothing, and it is closed", async () => {
    server = await startListeningServer({ hear: () => undefined });
    const { speak, pause, has } = openListener({ wordsWithinMs: 20 });
    await speak(20);
    await waitUntil("the stream has begun", () => server.streams.length === 1);
    await pause();
    await has("heard a whole sentence");
    await waitUntil("the silent stream is closed", () => server.streams[0]?.isOpen === false);
  });

  it("does not wait for a stream that does not open, and it is left", async () => {
    const asked: Duplex[] = [];
    server = await startListeningServer({ hear: () => "", handshake: (connection) => asked.push(connection) });
    const { speak, pause, has } = openListener({ wordsWithinMs: 20 });
    await speak(20);
    await waitUntil("the stream is asked for", () => asked.length === 1);
    await pause();
    await has("heard a whole sentence");
    await waitUntil("it is left", () => asked[0]?.destroyed);
  });

  it("leaves no stream open when the call ends in the middle of a sentence, and begins none after it", async () => {
    server = await startListeningServer({ hear: () => "" });
    const { speak, pause, over, told } = openListener();
    await speak(20);
    await waitUntil("the sentence has begun", () => (server.streams[0]?.sound.length ?? 0) > 0);
    over.abort();
    await waitUntil("the stream is closed", () => server.streams[0]?.isOpen === false);
    await pause();
    await speak(20);
    await pause();
    await waitUntil("both sentences have ended", () => told.filter((line) => line.startsWith("heard")).length === 2);
    expect(server.streams).toHaveLength(1);
    expect(told).not.toContain("failed stream");
  });
});

describe("somebody whose words are recognized when they have ended", () => {
  const unavailable = new ModelError("unavailable", "The model's server failed (503)");
  const refused = new ModelError("refused", "The model's server refused the request (400)");

  it.each([
    { failures: [unavailable], requests: 2, told: ["heard i want a table"] },
    { failures: [unavailable, unavailable], requests: 2, told: [`failed ${unavailable}`, "heard "] },
    // The same request would be refused again.
    { failures: [refused], requests: 1, told: [`failed ${refused}`, "heard "] },
  ])("is asked for once more where the model's server fails: $told", async ({ failures, requests: asked, told }) => {
    const sounds: Int16Array[] = [];
    const listener = listen({
      recognize: async ({ samples }) => {
        const failure = failures[sounds.length];
        sounds.push(samples);
        if (failure) throw failure;
        return "i want a table";
      },
    });
    await listener.speak(20);
    await listener.pause();
    await listener.has(told.at(-1) ?? "");
    expect(listener.told.slice(listener.told.indexOf("stopped") + 1)).toEqual(told);
    expect(sounds).toHaveLength(asked);
    // Each time it is the whole sentence.
    expect(new Set(sounds.map(({ length }) => length)).size).toBe(1);
  });
});

describe("somebody whose words may be recognized while they pause", () => {
  /** Recognizes how many frames it is asked about. */
  const openEar = (mayRecognizeInPauses: boolean) => {
    const asked: number[] = [];
    const listener = listen({
      mayRecognizeInPauses,
      recognize: async ({ samples }) => {
        asked.push(samples.length / (FRAME_BYTES / 2));
        return `${asked.at(-1)} frames`;
      },
    });
    const heard = () => listener.told.filter((line) => line.startsWith("heard"));
    return { ...listener, asked, heard };
  };

  it("is asked for in the pause, and heard when the silence is long enough, without a further request", async () => {
    const { asked, told, heard, speak, take, has } = openEar(true);
    await speak(20);
    await take(SHORT_PAUSE_FRAMES - 1, 0);
    expect(asked).toEqual([]);
    await take(1, 0);
    expect(asked).toEqual([28]);
    await take(9, 0);
    expect(told).not.toContain("stopped");
    await take(1, 0);
    await has("heard 28 frames");
    expect([asked, heard()]).toEqual([[28], ["heard 28 frames"]]);
  });

  it("is asked for anew where they go on, and what was asked for in the pause is not heard", async () => {
    const { asked, heard, speak, take, pause, has, finish } = openEar(true);
    await speak(20);
    await take(SHORT_PAUSE_FRAMES, 0);
    await speak(10);
    await pause();
    await has("heard 46 frames");
    expect([asked, heard()]).toEqual([[28, 46], ["heard 46 frames"]]);
    await speak(20);
    await take(SHORT_PAUSE_FRAMES, 0);
    await speak(1);
    finish();
    await waitUntil("the second is heard", () => heard().length === 2);
    // Seven frames of the silence before belong to it.
    expect(asked.slice(2)).toEqual([35, 36]);
    expect(heard()[1]).toBe("heard 36 frames");
  });

  it("is asked for in two pauses of a sentence at most", async () => {
    const { asked, heard, speak, take, pause } = openEar(true);
    await speak(20);
    for (const words of [10, 10, 10]) {
      await take(SHORT_PAUSE_FRAMES, 0);
      await speak(words);
    }
    await pause();
    await waitUntil("it is heard", () => heard().length === 1);
    expect(asked).toEqual([28, 46, 20 + 3 * 18 + 18]);
    expect(heard()).toEqual(["heard 92 frames"]);
  });

  it("is asked for anew where sound is missing behind the pause", async () => {
    const { asked, heard, speak, take, finish, skip } = openEar(true);
    await speak(20);
    await take(SHORT_PAUSE_FRAMES, 0);
    skip();
    await take(1, 0);
    finish();
    await waitUntil("it is heard", () => heard().length === 1);
    expect(asked).toEqual([28, 29]);
    expect(heard()).toEqual(["heard 29 frames"]);
  });

  it("is not heard of a request that fails in a pause after which they go on", async () => {
    const failure = new ModelError("refused", "The model's server refused the request (400)");
    let requests = 0;
    const listener = listen({
      mayRecognizeInPauses: true,
      recognize: async () => {
        requests += 1;
        if (requests === 1) throw failure;
        return "i want a table";
      },
    });
    await listener.speak(20);
    await listener.take(SHORT_PAUSE_FRAMES, 0);
    await listener.speak(10);
    await listener.pause();
    await listener.has("heard i want a table");
    expect(listener.told.filter((line) => line.startsWith("failed"))).toEqual([]);
  });

  it("is asked for once, when it has ended, where budgets hold each request", async () => {
    const { asked, speak, take, pause, has } = openEar(false);
    await speak(20);
    await take(SHORT_PAUSE_FRAMES, 0);
    await speak(10);
    await pause();
    await has("heard 56 frames");
    expect(asked).toEqual([56]);
  });
});

describe("somebody who pauses", () => {
  const FRAMES = { finished: 18, unsure: 32, open: 63 };
  const openEar = (words: string, hearTurnEnd?: () => Promise<number | null>) =>
    listen({ mayRecognizeInPauses: true, recognize: async () => words, hearTurnEnd });
  const endOf = async ({ take, told }: Pick<ReturnType<typeof listen>, "take" | "told">) => {
    for (let frames = 1; frames <= 2 * FRAMES.open; frames += 1) {
      await take(1, 0);
      if (told.includes("stopped")) return frames;
    }
    return null;
  };

  it.each([
    { said: "my number is", likelihood: 0.99, frames: FRAMES.open },
    { said: "it is tuesday", likelihood: 0.01, frames: FRAMES.unsure },
    { said: "it is tuesday", likelihood: 0.9, frames: FRAMES.finished },
    { said: "it is tuesday", likelihood: null, frames: FRAMES.finished },
  ])("has finished after more silence where words or sound say that they go on: $said, $likelihood", async (pause) => {
    const ear = openEar(pause.said, async () => pause.likelihood);
    await ear.speak(20);
    expect(await endOf(ear)).toBe(pause.frames);
  });

  it("has finished as always where the model fails, and after a second where it does not answer in time", async () => {
    const failing = openEar("it is tuesday", () => Promise.reject(new Error("the model has ended")));
    await failing.speak(20);
    expect(await endOf(failing)).toBe(FRAMES.finished);
    const silent = openEar("my number is", () => new Promise(() => {}));
    await silent.speak(20);
    expect(await endOf(silent)).toBe(FRAMES.unsure);
  });

  it("is judged anew in each pause: what held one does not hold the next", async () => {
    const said = ["my number is", "my number is 5551234567"];
    const ear = listen({ mayRecognizeInPauses: true, recognize: async () => said.shift() ?? "" });
    await ear.speak(20);
    await ear.take(FRAMES.finished + 20, 0);
    expect(ear.told).not.toContain("stopped");
    await ear.speak(20);
    expect(await endOf(ear)).toBe(FRAMES.finished);
    await ear.has("heard my number is 5551234567");
  });
});
