import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { readErrorCode } from "../pinned-package/read-error.ts";

/**
 * The lowest port to choose; all are below the ports of outgoing connections (32768 and up on Linux), so that no connection can
 * occupy a part's port while it restarts.
 */
const LOWEST_PORT = 15_000;
export const HIGHEST_PORT = 32_000;

/** Returns why no server can listen there now ("EADDRINUSE", "EACCES", "EADDRNOTAVAIL"), or undefined when one can. */
export const findListenFault = (port: number, host = "127.0.0.1"): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(readErrorCode(error) ?? "EADDRINUSE"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

export const isPortFree = async (port: number): Promise<boolean> => (await findListenFault(port)) === undefined;

/** Returns a loopback port that nobody listens on, and that no other process that asks here gets while this one runs. */
export const findFreePort = async (avoid: ReadonlySet<number> = new Set()): Promise<number> => {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (!avoid.has(port) && (await isPortFree(port)) && (await reserve(port))) return port;
  }
};

/**
 * Returns a loopback port that is free for UDP and TCP. The ports of `findFreePort` are reserved by UDP, so no server could bind
 * them.
 */
export const findFreeUdpPort = async (): Promise<number> => {
  for (;;) {
    const port = await anyUdpPort();
    if (await isPortFree(port)) return port;
  }
};

const anyUdpPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = createSocket("udp4");
    socket.once("error", reject);
    socket.bind({ port: 0, address: "127.0.0.1", exclusive: true }, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });

/**
 * Reserves a port: a server listens on its port only seconds after the choice, and another process could choose the same one.
 * Nobody needs the UDP port of the same number, so the process that holds it has the port.
 */
const reserve = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4");
    // Where there is no UDP, nothing is reserved.
    socket.once("error", (error) => socket.close(() => resolve(readErrorCode(error) !== "EADDRINUSE")));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });

const readPorts = (file: string): Record<string, number> => {
  if (!existsSync(file)) return {};
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  const entries = Object.entries(content ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isInteger(entry[1])));
};

/**
 * Returns one port for each name, remembered in `file`: the last port where it is free, else the preferred one, else
 * any free one; never one of `avoid`. A preference of 0 means "any".
 */
export const choosePorts = async <Name extends string>(
  file: string,
  preferred: Record<Name, number>,
  avoid: ReadonlySet<number> = new Set(),
): Promise<Record<Name, number>> => {
  const remembered = readPorts(file);
  const taken = new Set(avoid);
  const chosen: Record<Name, number> = { ...preferred };
  for (const name in preferred) {
    const candidates = [remembered[name], preferred[name]].filter((port) => port !== undefined && port > 0);
    chosen[name] = (await firstFree(candidates, taken)) ?? (await findFreePort(taken));
    taken.add(chosen[name]);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...remembered, ...chosen }, null, 2)}\n`);
  return chosen;
};

const firstFree = async (candidates: (number | undefined)[], taken: ReadonlySet<number>) => {
  for (const port of candidates) {
    if (port !== undefined && !taken.has(port) && (await isPortFree(port))) return port;
  }
  return undefined;
};
