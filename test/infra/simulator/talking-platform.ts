import { createServer, type IncomingMessage } from "node:http";
import { WebSocket, WebSocketServer } from "ws";
import type { CallInstructions, TurnEvent } from "../../../domain/call/call-instructions.ts";
import type { CallbackRequest, Carrier } from "../../../infra/telephony/carrier.ts";

interface Frame {
  type: string;
  [field: string]: unknown;
}

/** The platform's answer to a frame of one relay; `connection` is 1 for the first. */
export type OnFrame = (
  frame: Frame,
  relay: { say(...tokens: string[]): void; send(frame: object): void; drop(): void; connection: number },
) => void;

export interface TalkingPlatform {
  baseUrl: string;
  webSocketUrl: string;
  frames: Frame[];
  /** Whether each handshake was genuine. */
  handshakes: boolean[];
  turns: TurnEvent[];
  onFrame(answer: OnFrame): void;
  /** Answers requests for instructions, one after the other. */
  instruct(...instructions: CallInstructions[]): void;
  statusEvents(): { type: string; call: { state: string; answered_by: string | null } }[];
  close(): Promise<void>;
}

/** Starts the platform's side of a conversation with the simulator: a relay, and answers to requests for instructions. */
export const startTalkingPlatform = async (carrierOf: () => Carrier): Promise<TalkingPlatform> => {
  const frames: Frame[] = [];
  const handshakes: boolean[] = [];
  const turns: TurnEvent[] = [];
  const events: ReturnType<TalkingPlatform["statusEvents"]> = [];
  const queue: CallInstructions[] = [];
  let answer: OnFrame = () => {};
  let baseUrl = "";

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked = rawOf(request, Buffer.concat(chunks));
    if (asked.url.endsWith("/status")) {
      events.push(JSON.parse(asked.body.toString()));
      return void response.writeHead(204).end();
    }
    const read = carrierOf().readTurn({}, asked);
    const instructions = queue.shift();
    if (!read.ok || !instructions) return void response.writeHead(read.ok ? 503 : 403).end();
    turns.push(read.turn.event);
    const order = { carrierCallId: read.turn.carrierCallId, statusUrl: `${baseUrl}/status`, instructions };
    const document = await carrierOf().instruct({}, order);
    response.writeHead(200, { "content-type": document.contentType }).end(document.body);
  });
  const rawOf = (request: IncomingMessage, body: Buffer): CallbackRequest => ({
    method: request.method ?? "",
    url: `${baseUrl}${request.url}`,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body,
  });

  const relays = new WebSocketServer({ server });
  relays.on("connection", (socket, request) => {
    const raw = rawOf(request, Buffer.alloc(0));
    handshakes.push(carrierOf().verifyRelay({}, { ...raw, url: raw.url.replace(/^http/, "ws") }));
    const connection = handshakes.length;
    const send = (frame: object) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    };
    const say = (...tokens: string[]) =>
      tokens.forEach((token, index) => send({ type: "text", token, last: index === tokens.length - 1 }));
    socket.on("message", (data: Buffer) => {
      const frame: Frame = JSON.parse(data.toString());
      frames.push(frame);
      answer(frame, { say, send, drop: () => socket.terminate(), connection });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the platform has no port");
  baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    baseUrl,
    webSocketUrl: `${baseUrl.replace("http", "ws")}/relay/token`,
    frames,
    handshakes,
    turns,
    onFrame: (next) => {
      answer = next;
    },
    instruct: (...instructions) => void queue.push(...instructions),
    statusEvents: () => events,
    close: async () => {
      for (const socket of relays.clients) socket.terminate();
      relays.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
};
