import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programOnPath } from "../../infra/local/go-program.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type TrunkBehaviour, writeScenario } from "./sip-scenario.ts";

/** The other side of a trunk, played by SIPp, which keeps its own record of what it was asked. */
export interface SipTrunk {
  address: string;
  /** The Call-IDs that it was asked for; a request that is repeated for want of an answer is the same call. */
  invites(): string[];
  /** The requests of this method, as they came. */
  received(method: string): string[];
  close(): Promise<void>;
}

export const sippProgram = (): string | undefined => programOnPath("sipp");

/** Below the ports of outgoing connections, none of which can take it before SIPp does. */
const LOWEST_PORT = 10_000;
const HIGHEST_PORT = 15_000;
const MOST_TRIES = 10;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", () => resolve(false));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => socket.close(() => resolve(true)));
  });

const anyPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
};

/** Starts SIPp at a port; undefined: another program was faster to take the port. */
const startAt = async (folder: string, { port, record }: { port: number; record: string }) => {
  const places = ["-sf", join(folder, "scenario.xml"), "-i", "127.0.0.1", "-p", String(port)];
  const options = [...places, "-nostdin", "-trace_msg", "-message_file", record];
  const child = spawn(sippProgram() ?? "sipp", options, { cwd: folder, stdio: "ignore" });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await waitUntil("SIPp listens", async () => isOver() || !(await isFree(port)));
  return isOver() ? undefined : child;
};

const startSomewhere = async (folder: string, record: string): Promise<{ child: ChildProcess; port: number }> => {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const port = await anyPort();
    const child = await startAt(folder, { port, record });
    if (child) return { child, port };
  }
  throw new Error(`SIPp ended ${MOST_TRIES} times: read it in ${folder}`);
};

export const startSipTrunk = async (behaviour: TrunkBehaviour): Promise<SipTrunk> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-trunk-"));
  const record = join(folder, "messages.log");
  writeFileSync(join(folder, "scenario.xml"), writeScenario(behaviour));
  const { child, port } = await startSomewhere(folder, record);
  const received = (method: string) =>
    (existsSync(record) ? readFileSync(record, "utf8") : "")
      .split(/^-{10,}.*$/m)
      .filter((each) => /message received/.test(each) && new RegExp(`^${method} sip:`, "m").test(each));
  return {
    address: `127.0.0.1:${port}`,
    received,
    invites: () => [...new Set(received("INVITE").map((each) => /^Call-ID: *(\S+)/im.exec(each)?.[1] ?? "none"))],
    close: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
