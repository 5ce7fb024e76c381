import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import busboy from "busboy";
import { z } from "zod";
import { buildPcmHeader } from "../../domain/recording/wav.ts";
import { listenToStreams, type SeenStream, tellWords } from "../harness/listening-server.ts";
import { installPythonPackages } from "../harness/python-packages.ts";
import { espeakSpeech, requireEspeak } from "./espeak.ts";

/**
 * A provider of speech, in the protocols of all that are known, that really speaks, by espeak-ng, and really hears, by
 * pocketsphinx.
 */
export interface SpeechStandIn {
  /** The value for a model's `base_url`. */
  baseUrl: string;
  /** The paths of all requests. */
  asked: string[];
  /** Speech that came while it was spoken. */
  streams: SeenStream[];
  close(): Promise<void>;
}

/** What is understood of anybody who has begun to speak, where it hears while they do. */
export const FORMED = "somebody speaks";

/** Returns why it is not available on this machine; null: it is. */
export const speechStandInMissing = async (): Promise<string | null> => {
  try {
    await requireEspeak();
    await pocketsphinx();
    return null;
  } catch (error) {
    return String(error);
  }
};

const pocketsphinx = () =>
  installPythonPackages({
    name: "pocketsphinx",
    requirements: join(import.meta.dirname, "requirements.txt"),
    oldestMinor: 11,
  });

/** `sentences`: all that is ever said, in lower case without punctuation; what it hears is one of them. */
export const startSpeechStandIn = async (sentences: readonly string[]): Promise<SpeechStandIn> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-speech-"));
  const hearing = spawn("python3", [join(import.meta.dirname, "hear.py"), join(folder, "said.gram"), ...sentences], {
    env: { ...process.env, PYTHONPATH: await pocketsphinx() },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: hearing.stdout })[Symbol.asyncIterator]();
  let heardBefore: Promise<unknown> = Promise.resolve();
  let files = 0;
  const hear = (wav: Buffer): Promise<string> => {
    const file = join(folder, `${(files += 1)}.wav`);
    const heard = heardBefore.then(async () => {
      writeFileSync(file, wav);
      hearing.stdin.write(`${file}\n`);
      const line = await lines.next();
      return line.done === true ? "" : line.value;
    });
    heardBefore = heard;
    return heard;
  };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "", "http://stand-in").pathname;
    asked.push(path);
    answer(path, request, response, hear).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const streams = listenToStreams(server, {
    hear: (sound) => hear(addHeader(sound)),
    began: (stream) => tellWords(stream, FORMED, { isFinal: false }),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("it listens nowhere");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    asked,
    streams,
    close: async () => {
      for (const { socket } of streams) socket.terminate();
      server.closeAllConnections();
      server.close();
      hearing.stdin.end();
      if (hearing.exitCode === null) await once(hearing, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Hear = (wav: Buffer) => Promise<string>;

const answer = async (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  hear: Hear,
): Promise<unknown> => {
  const isAzures = path.endsWith("/cognitiveservices/v1");
  const isRecognition = path.includes("/speech/recognition/");
  if (/\/(audio\/speech|speak|stream|tts\/bytes)$/.test(path) || (isAzures && !isRecognition)) {
    return speak(request, response);
  }
  const respond = (body: object) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  if (isAzures) {
    const text = await hear(Buffer.concat(await request.toArray()));
    return respond(
      text === "" ? { RecognitionStatus: "NoMatch" } : { RecognitionStatus: "Success", DisplayText: text },
    );
  }
  if (!path.endsWith("/listen")) return respond({ text: await hearFile(request, hear) });
  const transcript = await hear(addHeader(Buffer.concat(await request.toArray())));
  return respond({ results: { channels: [{ alternatives: [{ transcript }] }] } });
};

/** OpenAI has an input, Cartesia a transcript, the others a text. */
const speechBody = z.union([
  z.object({ input: z.string(), response_format: z.literal("pcm") }).transform(({ input }) => input),
  z.object({ transcript: z.string() }).transform(({ transcript }) => transcript),
  z.object({ text: z.string() }).transform(({ text }) => text),
]);

const speak = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = String(Buffer.concat(await request.toArray()));
  // Azure is sent marked text.
  const text = body.startsWith("<") ? body.replaceAll(/<[^>]*>/g, "") : speechBody.parse(JSON.parse(body));
  response.writeHead(200, { "Content-Type": "audio/pcm" }).end(await espeakSpeech(text));
};

/** Samples without a header come as the media process hears them; its own constant would load native libraries. */
const HEARD_SAMPLE_RATE = 16_000;

const addHeader = (sound: Buffer): Buffer =>
  Buffer.concat([buildPcmHeader({ channels: 1, sampleRate: HEARD_SAMPLE_RATE, frames: sound.length / 2 }), sound]);

const hearFile = async (request: IncomingMessage, hear: Hear): Promise<string> => {
  const form = busboy({ headers: request.headers });
  const chunks: Buffer[] = [];
  form.on("file", (_name, stream) => stream.on("data", (chunk: Buffer) => chunks.push(chunk)));
  request.pipe(form);
  await once(form, "close");
  return hear(Buffer.concat(chunks));
};
