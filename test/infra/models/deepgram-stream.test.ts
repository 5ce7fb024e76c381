import type { Duplex } from "node:stream";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createGuardedRequests, type GuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { publicOnly, readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { openRecognitionStreams } from "../../../infra/models/open-speech.ts";
import { type ListeningServer, startListeningServer, tellWords } from "../../harness/listening-server.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const local = createGuardedRequests(readOutboundPolicy("127.0.0.1"));

let server: ListeningServer;
afterEach(() => server.close());

interface Opening {
  requests?: GuardedRequests;
  openWithinMs?: number;
  signal?: AbortSignal;
  onWords?(text: string): void;
}

const openStream = async (opening: Opening = {}) => {
  const { requests = local, openWithinMs = PATIENCE_MS } = opening;
  const { signal = new AbortController().signal, onWords = () => {} } = opening;
  const choice = { provider: "deepgram", model: "nova-3", apiKey: "a key", baseUrl: server.baseUrl };
  const open = openRecognitionStreams(choice, { openSocket: requests.openSocket, openWithinMs });
  if (open === null) throw new Error("Deepgram hears no streams");
  return open({ sampleRate: 16_000, language: "de-AT", onWords, signal });
};

describe("Deepgram, while somebody speaks", () => {
  it("is sent the sound as it comes, and tells the words so far and at the end", async () => {
    const words: string[] = [];
    server = await startListeningServer({
      hear: () => "am Sonntag",
      heardMore: (stream) => {
        tellWords(stream, "Haben Sie", { isFinal: false });
        tellWords(stream, "Haben Sie offen", { isFinal: true });
      },
    });
    const stream = await openStream({ onWords: (text) => words.push(text) });
    stream.take(Int16Array.of(5, -6));
    await waitUntil("the words so far are told", () => words.length === 2);
    expect(server.streams[0]).toMatchObject({ isFinished: false, sound: Buffer.of(5, 0, 250, 255) });
    expect(await stream.finish()).toBe("Haben Sie offen am Sonntag");
    expect(words).toEqual(["Haben Sie", "Haben Sie offen", "Haben Sie offen am Sonntag"]);
    const { url = "", headers } = server.streams[0] ?? {};
    const { pathname, searchParams } = new URL(url, server.baseUrl);
    expect(pathname).toBe("/v1/listen");
    expect(Object.fromEntries(searchParams)).toEqual({
      model: "nova-3",
      language: "de",
      smart_format: "true",
      encoding: "linear16",
      sample_rate: "16000",
      channels: "1",
      interim_results: "true",
    });
    expect(headers).toMatchObject({ authorization: "Token a key" });
  });

  it("fails where the connection ends without the words, or none comes about", async () => {
    server = await startListeningServer({ hear: () => "", heardMore: ({ socket }) => socket.terminate() });
    const stream = await openStream();
    stream.take(Int16Array.of(1));
    await expect(stream.finish()).rejects.toMatchObject({ code: "unavailable" });
    expect(stream.take(Int16Array.of(1))).toBe(false);
    await expect(openStream({ requests: createGuardedRequests(publicOnly) })).rejects.toMatchObject({
      code: "unavailable",
    });
    const rebound = createGuardedRequests(publicOnly, () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]));
    server.baseUrl = server.baseUrl.replace("127.0.0.1", "rebound.example");
    await expect(openStream({ requests: rebound })).rejects.toMatchObject({
      message: expect.stringContaining("private network"),
    });
    expect(server.streams).toHaveLength(1);
  });

  it("fails with what a server that refuses it answers", async () => {
    const handshake = (connection: Duplex) =>
      connection.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    server = await startListeningServer({ hear: () => "", handshake });
    const refused = { code: "unauthorized", message: "The model's server refused the API key (401); check it" };
    await expect(openStream()).rejects.toMatchObject(refused);
  });

  it("is left while it opens where it is not wanted any more, or is late", async () => {
    const asked: Duplex[] = [];
    server = await startListeningServer({ hear: () => "", handshake: (connection) => asked.push(connection) });
    const over = new AbortController();
    const opening = openStream({ signal: over.signal });
    await waitUntil("it is asked for", () => asked.length === 1);
    over.abort();
    await expect(opening).rejects.toMatchObject({ code: "unavailable" });
    await expect(openStream({ openWithinMs: 20 })).rejects.toMatchObject({ code: "timeout" });
    await waitUntil("both are left", () => asked.every(({ destroyed }) => destroyed));
  });

  it("is left when it tells without end", async () => {
    const flood = "a".repeat(200_000);
    server = await startListeningServer({
      hear: () => "",
      heardMore: (stream) => {
        for (let told = 0; told < 30; told += 1) tellWords(stream, flood, { isFinal: true });
      },
    });
    const stream = await openStream();
    stream.take(Int16Array.of(1));
    await expect(stream.finish()).rejects.toMatchObject({ code: "unavailable" });
  });
});

it.each(["openai", "elevenlabs", "cartesia", "azure"])("%s hears whole sentences only", async (provider) => {
  server = await startListeningServer({ hear: () => "" });
  expect(openRecognitionStreams({ provider, model: "m", apiKey: null, baseUrl: server.baseUrl }, local)).toBeNull();
});
