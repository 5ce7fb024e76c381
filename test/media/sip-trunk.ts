import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { isPortFree } from "../../infra/local/ports.ts";
import { findProgramOnPath } from "../../infra/pinned-package/program-on-path.ts";
import type { Certified } from "../harness/certificate-authority.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { tellToHangUp } from "./sip-info.ts";
import { type TrunkBehaviour, writeScenario } from "./sip-scenario.ts";

/** The other side of a trunk, played by SIPp, which keeps its own record of what it was asked. */
export interface SipTrunk {
  address: string;
  /** The Call-IDs that it was asked for; a request that is repeated for want of an answer is the same call. */
  invites(): string[];
  /** The requests of this method, as they came. */
  received(method: string): string[];
  /** The Call-IDs of calls that nobody has ended, taken back or refused. */
  openCalls(): string[];
  /** Has the person hang up, who does so when they are told. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

export const sippProgram = (): string | undefined => findProgramOnPath("sipp");

/** Below the ports of outgoing connections, none of which can take it before SIPp does. */
const LOWEST_PORT = 10_000;
const HIGHEST_PORT = 15_000;
const MOST_TRIES = 10;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4");
    // One that found the port taken stays open until it is closed, too.
    socket.once("error", () => socket.close(() => resolve(false)));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => socket.close(() => resolve(true)));
  });

/** A port that a SIPp may take. */
export const freeSipPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
};

interface Started {
  folder: string;
  record: string;
  /** Over TCP instead of UDP. */
  overTcp: boolean;
}

const callIdOf = (message: string): string => /^Call-ID: *(\S+)/im.exec(message)?.[1] ?? "none";

/** Starts SIPp at a port; undefined: another program was faster to take the port. */
const startAt = async ({ folder, record, overTcp }: Started, port: number) => {
  const places = ["-sf", join(folder, "scenario.xml"), "-i", "127.0.0.1", "-p", String(port)];
  const options = ["-t", overTcp ? "t1" : "u1", "-nostdin", "-trace_msg", "-message_file", record];
  const child = spawn(sippProgram() ?? "sipp", [...places, ...options], { cwd: folder, stdio: "ignore" });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const isTaken = async () => !(await (overTcp ? isPortFree(port) : isFree(port)));
  await waitUntil("SIPp listens", async () => isOver() || (await isTaken()));
  return isOver() ? undefined : child;
};

const startSomewhere = async (started: Started): Promise<{ child: ChildProcess; port: number }> => {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const port = await freeSipPort();
    const child = await startAt(started, port);
    if (child) return { child, port };
  }
  throw new Error(`SIPp ended ${MOST_TRIES} times: read it in ${started.folder}`);
};

/** SIPp has no TLS in every distribution: this takes it off for a server on loopback. */
const openTlsDoor = async ({ certificate: cert, key }: Certified) => {
  let target = 0;
  const sockets = new Set<Socket>();
  const server = createServer({ cert, key }, (outside) => {
    const inside = connect(target, "127.0.0.1");
    for (const socket of [outside, inside]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => sockets.delete(socket));
    }
    outside.pipe(inside).pipe(outside);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the door has no port");
  return {
    address: `localhost:${address.port}`,
    leadTo: (port: number) => {
      target = port;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};

/** `certified`: it is reached over TLS, by this certificate. */
export const startSipTrunk = async (behaviour: TrunkBehaviour, certified?: Certified): Promise<SipTrunk> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-trunk-"));
  const record = join(folder, "messages.log");
  const door = certified && (await openTlsDoor(certified));
  const contact = door && `<sip:${door.address};transport=tls>`;
  writeFileSync(join(folder, "scenario.xml"), writeScenario(behaviour, contact));
  const { child, port } = await startSomewhere({ folder, record, overTcp: door !== undefined });
  door?.leadTo(port);
  const messages = () => (existsSync(record) ? readFileSync(record, "utf8") : "").split(/^-{10,}.*$/m);
  const received = (method: string) =>
    messages().filter((each) => /message received/.test(each) && new RegExp(`^${method} sip:`, "m").test(each));
  const invites = () => [...new Set(received("INVITE").map(callIdOf))];
  return {
    address: door?.address ?? `127.0.0.1:${port}`,
    received,
    invites,
    openCalls: () => {
      const ended = messages().filter((each) => /^(?:(?:BYE|CANCEL) sip:|SIP\/2\.0 [4-6]\d\d )/m.test(each));
      const over = new Set(ended.map(callIdOf));
      return invites().filter((id) => !over.has(id));
    },
    hangUp: () => tellToHangUp(port, received("INVITE")[0] ?? ""),
    close: async () => {
      await door?.close();
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
