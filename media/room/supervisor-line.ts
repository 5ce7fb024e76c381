import { WebSocket } from "ws";
import { signVoiceToken } from "../../infra/secrets/join-token.ts";
import type { SessionAddress } from "../../workflows/session.contract.ts";
import { unpackSamples } from "../local-speech/pcm-samples.ts";

/** Whose sound a frame is: the first byte of it; the second one is 0, and 16-bit samples at 24 kHz follow, the lower byte first. */
export const SIDES = { person: 0, agent: 1, supervisor: 2 } as const;
export type Side = keyof typeof SIDES;

const HEADER_BYTES = 2;

/** A connection to the API, at whose other end supervisors are. */
export interface SupervisorLine {
  send(side: Side, samples: Int16Array): void;
  close(): void;
}

/**
 * A process of the API that has supervisors may be another one than answers first: it is found within a few tries. A balancer deals
 * connections out in turn: two lines that waited equally long would get each other's process for ever, so each wait is another one.
 */
const RETRY_MS = { first: 50, most: 1000 };
const spread = (ms: number): number => ms * (0.5 + Math.random());

/** `apiUrl`: root of the API, without a trailing slash. */
type Apis = Parameters<typeof signVoiceToken>[0] & { apiUrl: string };

/** Builds the address of a call's supervisors. `at`: the process of the API that has their connections; null: whichever has some. */
export const buildSupervisorUrl = (deps: Apis, address: SessionAddress, at: string | null): string =>
  `${deps.apiUrl.replace(/^http/, "ws")}/api/v1/supervise-sound/${signVoiceToken(deps, address)}${at === null ? "" : `?at=${at}`}`;

/** Connects, and again whenever the connection is lost or refused, until it is closed. `heard` gets the supervisor's microphone, 16 kHz. */
export const openSupervisorLine = (address: string, heard: (samples: Int16Array) => void): SupervisorLine => {
  let socket: WebSocket | null = null;
  let isClosed = false;
  let waitMs = RETRY_MS.first;
  const connect = (): void => {
    const opened = new WebSocket(address, { handshakeTimeout: 5000, perMessageDeflate: false });
    socket = opened;
    opened.on("open", () => {
      waitMs = RETRY_MS.first;
    });
    opened.on("message", (data: Buffer, isBinary) => {
      if (isBinary) heard(unpackSamples(data));
    });
    // A "close" event follows.
    opened.on("error", () => {});
    opened.on("close", () => {
      if (isClosed) return;
      setTimeout(() => !isClosed && connect(), spread(waitMs)).unref();
      waitMs = Math.min(2 * waitMs, RETRY_MS.most);
    });
  };
  connect();
  return {
    send: (side, samples) => {
      if (socket?.readyState !== WebSocket.OPEN) return;
      const bytes = Buffer.alloc(HEADER_BYTES + samples.byteLength);
      bytes[0] = SIDES[side];
      Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).copy(bytes, HEADER_BYTES);
      socket.send(bytes);
    },
    close: () => {
      isClosed = true;
      socket?.close(1000);
    },
  };
};
