import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../harness/wait-until.ts";
import { type CallerBehaviour, writeCaller } from "./sip-caller-scenario.ts";
import { tellToHangUp } from "./sip-info.ts";
import { freeSipPort, sippProgram } from "./sip-trunk.ts";
import type { TlsLine } from "./tls-line.ts";

/** Somebody who calls in over a trunk, played by SIPp, which keeps its own record of what it was told. */
export interface SipCaller {
  /** The answers to its requests that have this status, as they came. */
  answers(status: number): string[];
  /** The requests of this method that it was sent. */
  received(method: string): string[];
  /** Waits until it was told this; the error names everything that it was told. */
  hears(what: string | number): Promise<void>;
  /** Has them hang up, who do so when they are told. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

interface Call extends CallerBehaviour {
  /** The port of LiveKit SIP, or a line to it over TLS. */
  sip: number | TlsLine;
  /** The number that is called, as the trunk writes it. */
  to: string;
}

export const callIn = async ({ sip, to, ...behaviour }: Call): Promise<SipCaller> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-caller-"));
  const record = join(folder, "messages.log");
  const line = typeof sip === "number" ? null : sip;
  writeFileSync(join(folder, "scenario.xml"), writeCaller(behaviour, line?.address));
  const port = await freeSipPort();
  const child = start({ folder, record, sip, to, port });
  const messages = () =>
    (existsSync(record) ? readFileSync(record, "utf8") : "")
      .split(/^-{10,}.*$/m)
      .filter((each) => /message received/.test(each));
  const answers = (status: number) => messages().filter((each) => new RegExp(`^SIP/2\\.0 ${status} `, "m").test(each));
  const received = (method: string) => messages().filter((each) => new RegExp(`^${method} sip:`, "m").test(each));
  const told = () => messages().map((each) => /^(?:SIP\/2\.0 .*|[A-Z]+ sip:)/m.exec(each)?.[0].trim() ?? "?");
  return {
    answers,
    received,
    hears: async (what) => {
      const isHeard = () => (typeof what === "number" ? answers(what) : received(what)).length > 0;
      await waitUntil(`the caller is told ${what} after ${told().join("; ")}`, isHeard);
    },
    hangUp: () => tellToHangUp(port, answers(200)[0] ?? ""),
    close: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await line?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

interface Start extends Pick<Call, "sip"> {
  folder: string;
  record: string;
  to: string;
  port: number;
}

const start = ({ folder, record, sip, to, port }: Start): ChildProcess => {
  const [transport, sipPort] = typeof sip === "number" ? ["u1", sip] : ["t1", sip.port];
  const places = ["-sf", join(folder, "scenario.xml"), "-i", "127.0.0.1", "-p", String(port), "-s", to];
  const options = ["-m", "1", "-t", transport, "-nostdin", "-trace_msg", "-message_file", record];
  return spawn(sippProgram() ?? "sipp", [`127.0.0.1:${sipPort}`, ...places, ...options], {
    cwd: folder,
    stdio: "ignore",
  });
};
