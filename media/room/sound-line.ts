import { WebSocket } from "ws";
import { z } from "zod";
import { computeReconnectDelayMs } from "../../domain/call/web-call.rules.ts";
import { parseJson } from "../../domain/json/json-value.ts";
import { unpackSamples } from "../local-speech/pcm-samples.ts";

/** What the API tells of the person, and what their page sends beside sound. */
const told = z.object({
  person: z.boolean().optional(),
  leave: z.boolean().optional(),
  written: z.object({ text: z.string().trim().min(1).max(2000), id: z.string().max(64).optional() }).optional(),
});

export type ToldByPage = z.output<typeof told>;

interface LineEvents {
  sound(samples: Int16Array): void;
  told(message: ToldByPage): void;
  lost(): void;
}

/** A connection to the API, at whose other end is the page of the person. */
export interface SoundLine {
  isPersonThere(): boolean;
  listen(events: LineEvents): void;
  send(message: object): void;
  sendSound(samples: Int16Array): void;
  close(): void;
}

/** The API was away for so long that another process takes up the call. */
const GIVE_UP_AFTER_MS = 12_000;

/** Connects, and connects again whenever the connection is lost, until it is closed. */
export const openSoundLine = (address: string): SoundLine => {
  let socket: WebSocket | null = null;
  let events: LineEvents | null = null;
  let isPersonThere = false;
  let isClosed = false;
  let failures = 0;
  let connectedAtMs = performance.now();

  const take = (data: unknown, isBinary: boolean): void => {
    if (!Buffer.isBuffer(data)) return;
    if (isBinary) return events?.sound(unpackSamples(data));
    const message = told.safeParse(parseJson(data.toString("utf8")));
    if (!message.success) return;
    if (message.data.person !== undefined) isPersonThere = message.data.person;
    events?.told(message.data);
  };
  const connect = (): void => {
    const opened = new WebSocket(address, { handshakeTimeout: 5000, perMessageDeflate: false });
    socket = opened;
    opened.on("open", () => {
      failures = 0;
    });
    opened.on("message", take);
    // A "close" event follows.
    opened.on("error", () => {});
    opened.on("close", () => {
      if (failures === 0) connectedAtMs = performance.now();
      failures += 1;
      isPersonThere = false;
      if (isClosed) return;
      if (events && performance.now() - connectedAtMs > GIVE_UP_AFTER_MS) return events.lost();
      setTimeout(() => !isClosed && connect(), computeReconnectDelayMs(failures - 1));
    });
  };
  connect();
  return {
    isPersonThere: () => isPersonThere,
    listen: (given) => {
      events = given;
    },
    send: (message) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    sendSound: (samples) => {
      if (socket?.readyState === WebSocket.OPEN)
        socket.send(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    },
    close: () => {
      isClosed = true;
      socket?.close(1000);
    },
  };
};
