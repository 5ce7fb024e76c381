import { once } from "node:events";
import { WebSocket } from "ws";
import { buildSignatureHeaders } from "../../infra/telephony/simulator/simulator.signature.ts";

/** The carrier's end of a call whose words are relayed. */
export interface RelayCaller {
  /** The person says something; resolves with the instant of the first word of the answer, when all of it has come. */
  say(words: string): Promise<{ saidMs: number; answeredMs: number }>;
  hangUp(): void;
}

interface RelayAddress {
  /** The address that the platform issued, which is signed. */
  givenUrl: string;
  /** The address at which it is reached. */
  url: string;
  signingKey: string;
}

/** Connects as the simulator does, and hears the greeting. */
export const connectRelay = async ({ givenUrl, url, signingKey }: RelayAddress): Promise<RelayCaller> => {
  const socket = new WebSocket(url, { headers: buildSignatureHeaders(signingKey, { url: givenUrl, body: "" }) });
  await once(socket, "open");
  let firstWordMs: number | null = null;
  let whole = () => {};
  socket.on("message", (data: Buffer) => {
    const frame: unknown = JSON.parse(data.toString());
    if (!isText(frame)) return;
    firstWordMs ??= performance.now();
    if (frame.last) whole();
  });
  const answered = () =>
    new Promise<number>((resolve) => {
      firstWordMs = null;
      whole = () => resolve(firstWordMs ?? performance.now());
    });
  const greeting = answered();
  socket.send(JSON.stringify({ type: "setup", answeredBy: "human" }));
  await greeting;
  return {
    say: async (words) => {
      const answer = answered();
      const saidMs = performance.now();
      socket.send(JSON.stringify({ type: "prompt", voicePrompt: words, lang: "en-US", last: true }));
      return { saidMs, answeredMs: await answer };
    },
    hangUp: () => socket.close(),
  };
};

const isText = (frame: unknown): frame is { type: "text"; last: boolean } =>
  typeof frame === "object" && frame !== null && "type" in frame && frame.type === "text" && "last" in frame;
