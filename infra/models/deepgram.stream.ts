import { once } from "node:events";
import type { WebSocket } from "ws";
import { z } from "zod";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { parseJson } from "../../domain/json/json-value.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import type { OpenSocket } from "../guarded-request/guarded-requests.ts";
import { buildDeepgramUrl, readDeepgramKey } from "./deepgram.speech.ts";
import { toModelError } from "./openai.errors.ts";
import { createPartLimit } from "./part-limit.ts";
import type { OpenRecognitionStream } from "./speech.ts";
import type { SpeechSettings } from "./speech-request.ts";

export type StreamSettings = Omit<SpeechSettings, "fetch"> & {
  openSocket: OpenSocket;
  /** The limit until the connection is open, from the resolution of its name on. */
  openWithinMs: number;
};

/** Recognizes speech with Deepgram while it is spoken (`/listen` as a WebSocket), over one connection for each sentence. */
export const createDeepgramStreams =
  (settings: StreamSettings): OpenRecognitionStream =>
  async ({ onWords, signal, ...speech }) => {
    const url = buildDeepgramUrl(settings, speech, { channels: "1", interim_results: "true" });
    url.protocol = url.protocol.replace("http", "ws");
    const socket = startOpening(settings, url);
    const words = collectWords(socket, onWords);
    try {
      const limit = createPartLimit(signal, settings.openWithinMs);
      await limit.wait(waitUntilOpen(socket, limit.signal));
    } catch (error) {
      socket.terminate();
      throw toModelError(error);
    }
    return {
      take: (samples) => {
        if (socket.readyState !== socket.OPEN) return false;
        socket.send(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
        return true;
      },
      finish: () => {
        // Deepgram recognizes what it has, sends the remaining words and then its metadata, and closes.
        socket.send(JSON.stringify({ type: "CloseStream" }));
        return words;
      },
      drop: () => socket.terminate(),
    };
  };

const startOpening = (settings: StreamSettings, { href }: URL): WebSocket => {
  try {
    return settings.openSocket(href, readDeepgramKey(settings));
  } catch (error) {
    throw toModelError(error);
  }
};

/** Waits for the connection; a server that refuses it says why by its status. */
const waitUntilOpen = async (socket: WebSocket, signal: AbortSignal): Promise<void> => {
  const refused = Promise.withResolvers<never>();
  socket.once("unexpected-response", (_request, { statusCode }) =>
    refused.reject(Object.assign(new Error("the model's server refused"), { status: statusCode })),
  );
  await Promise.race([once(socket, "open", { signal }), refused.promise]);
};

const message = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("Results"),
    is_final: z.boolean(),
    channel: z.object({ alternatives: z.array(z.object({ transcript: z.string() })) }),
  }),
  z.object({ type: z.literal("Metadata") }),
]);

/** No sentence with every guess at its words is longer. */
const MOST_BYTES = 4 * MEGABYTE;

/** Resolves with the words of the whole stream; rejects where it ends without them. */
const collectWords = (socket: WebSocket, onWords: (text: string) => void): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // Nobody waits for the words of a stream that was dropped.
  promise.catch(() => {});
  const settled: string[] = [];
  let bytes = 0;
  socket.on("message", (data) => {
    const text = Buffer.isBuffer(data) ? data.toString("utf8") : "";
    bytes += text.length;
    if (bytes > MOST_BYTES) return socket.terminate();
    const told = message.safeParse(parseJson(text));
    if (!told.success) return;
    if (told.data.type === "Metadata") return resolve(joinWords(settled));
    const words = told.data.channel.alternatives[0]?.transcript ?? "";
    onWords(joinWords([...settled, words]));
    if (told.data.is_final) settled.push(words);
  });
  socket.on("error", (error) => reject(toModelError(error)));
  socket.on("close", () => reject(new ModelError("unavailable", "The model's server broke off while it listened")));
  return promise;
};

const joinWords = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
