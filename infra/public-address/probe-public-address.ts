import { randomUUID } from "node:crypto";
import { once } from "node:events";
import WebSocket from "ws";
import { z } from "zod";
import type { Passage, PublicAddressReading } from "../../domain/call/public-address.rules.ts";
import type { TokenSigner } from "../secrets/token-signer.ts";

/** Below the address of carriers' WebSockets, because proxies decide by path. */
const PROBE_PATH = "/api/v1/telephony/relay/probe/";
const PURPOSE = "public-address";
const VALID_FOR_MS = 60_000;
const ANSWER_WITHIN_MS = 5_000;

interface Probing {
  publicBaseUrl: string;
  tokens: TokenSigner;
  clock: { now(): Date };
}

/** Tries the public address over HTTP and over WebSocket; both have to reach this platform, whichever of its processes answers. */
export const probePublicAddress = async (probing: Probing): Promise<PublicAddressReading> => {
  const [http, webSocket] = await Promise.all([probeHttp(probing), probeWebSocket(probing)]);
  return { http, webSocket };
};

const health = z.object({ status: z.literal("ok") });

const probeHttp = async ({ publicBaseUrl }: Probing): Promise<Passage> => {
  try {
    const response = await fetch(`${publicBaseUrl}/api/v1/health`, {
      redirect: "manual",
      headers: { connection: "close" },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.status !== 200) return fails(`it answered ${response.status}`);
    return health.safeParse(body).success ? { passes: true } : fails("another server answered");
  } catch (error) {
    return fails(describeFault(error));
  }
};

/** Opens a WebSocket that says the word of its address, which only this platform can read. */
const probeWebSocket = async ({ publicBaseUrl, tokens, clock }: Probing): Promise<Passage> => {
  const word = randomUUID();
  const token = tokens.sign(word, { purpose: PURPOSE, expiresAt: new Date(clock.now().getTime() + VALID_FOR_MS) });
  const socket = new WebSocket(`${publicBaseUrl.replace(/^http/, "ws")}${PROBE_PATH}${token}`, {
    handshakeTimeout: ANSWER_WITHIN_MS,
  });
  // A late event does not throw again what `once` has thrown.
  socket.on("error", () => {});
  try {
    const message: unknown[] = await once(socket, "message", { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return String(message[0]) === word ? { passes: true } : fails("another server answered");
  } catch (error) {
    return fails(describeFault(error));
  } finally {
    socket.terminate();
  }
};

const fails = (reason: string): Passage => ({ passes: false, reason });

/** Node names the cause of a failed request by a code; `ws` says which status it got. */
const describeFault = (error: unknown): string => {
  if (!(error instanceof Error)) return "it could not be asked";
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `no answer within ${ANSWER_WITHIN_MS / 1000} s`;
  const status = /Unexpected server response: (\d+)/.exec(error.message)?.[1];
  if (status) return `the opening was answered with ${status} instead of 101`;
  const { cause } = error;
  const code = readCode(cause) ?? readCode(error);
  return code ?? (cause instanceof Error ? cause.message : error.message);
};

const readCode = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** Tells whether a WebSocket's address is that of a probe, of whichever process. */
export const isProbePath = (url: string): boolean => url.startsWith(PROBE_PATH);

/** Returns the word of a probe's address; null: it is none of this platform's, or is too old. */
export const readProbeWord = ({ tokens, clock }: Pick<Probing, "tokens" | "clock">, url: string): string | null =>
  isProbePath(url) ? tokens.read(url.slice(PROBE_PATH.length), { purpose: PURPOSE, now: clock.now() }) : null;
