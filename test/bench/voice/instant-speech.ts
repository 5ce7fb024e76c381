import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import busboy from "busboy";
import { z } from "zod";
import { SPOKEN_SAMPLE_RATE } from "../../../infra/models/speech.ts";
import { SAMPLE_RATE } from "../../../media/hearing/voice-activity.ts";
import { STORY_REQUEST_SECONDS } from "./said-by-people.ts";

/** A provider of speech in OpenAI's protocol that answers at once: what is measured with it is the platform's own time. */
export interface InstantSpeech {
  /** The value for a model's `base_url`. */
  baseUrl: string;
  close(): Promise<void>;
}

export const startInstantSpeech = async (): Promise<InstantSpeech> => {
  const server = createServer((request, response) => {
    const answer = request.url?.endsWith("/audio/speech") ? speak(request, response) : recognize(request, response);
    answer.catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

const speechBody = z.object({ input: z.string(), response_format: z.literal("pcm") });
const MS_PER_CHARACTER = 60;

/** Answers with a tone, as long as the text would take. */
const speak = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { input } = speechBody.parse(JSON.parse(String(Buffer.concat(await request.toArray()))));
  const samples = Math.round((input.length * MS_PER_CHARACTER * SPOKEN_SAMPLE_RATE) / 1000);
  response.writeHead(200, { "Content-Type": "audio/pcm" }).end(toneOf(samples));
};

const TONE_HZ = 400;
const LOUDNESS = 9000;

const toneOf = (samples: number): Buffer => {
  const sound = Buffer.alloc(2 * samples);
  for (let at = 0; at < samples; at += 1) {
    sound.writeInt16LE(Math.round(LOUDNESS * Math.sin((2 * Math.PI * TONE_HZ * at) / SPOKEN_SAMPLE_RATE)), 2 * at);
  }
  return sound;
};

const HEADER_BYTES = 44;

/** Takes a long utterance for the request for a story, and a short one for a question. */
const recognize = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const form = busboy({ headers: request.headers });
  let bytes = 0;
  form.on("file", (_name, stream) => stream.on("data", (chunk: Buffer) => (bytes += chunk.length)));
  request.pipe(form);
  await once(form, "close");
  const seconds = (bytes - HEADER_BYTES) / 2 / SAMPLE_RATE;
  const text = seconds > STORY_REQUEST_SECONDS ? "Tell me a story" : "And what about tomorrow";
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ text }));
};
