import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programOnPath } from "../../infra/local/go-program.ts";
import { freeUdpPort } from "../../infra/local/ports.ts";

/** The other side of a trunk, scripted by SIPp: it keeps its own record of what it was asked. */
export interface SipTrunk {
  address: string;
  /** Calls that it was asked for, by their Call-ID: a request that is sent again for want of an answer is the same call. */
  invites(): string[];
  /** Whether it was told that the call is over. */
  heardBye(): boolean;
  close(): Promise<void>;
}

export type TrunkBehaviour =
  | { refuses: [status: number, reason: string] }
  /** `soundPort`: where its sound comes from; `hangsUpAfterMs`: the person does, else they wait for us to. */
  | { answers: { soundPort: number; hangsUpAfterMs?: number } }
  /** Its own digest, which must be answered with this user's password. */
  | { demands: { username: string; password: string; soundPort: number } };

export const sippProgram = (): string | undefined => programOnPath("sipp");

const HEADERS = `[last_Via:]
[last_From:]
[last_To:];tag=[pid]SIPpTag01[call_number]
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:[local_ip]:[local_port];transport=[transport]>`;

const send = (line: string, more = "Content-Length: 0\n", attributes = "") =>
  `<send ${attributes}><![CDATA[\nSIP/2.0 ${line}\n${HEADERS}\n${more}\n]]></send>`;

const INVITE = `<recv request="INVITE" crlf="true" rrs="true"/>`;
const ACK = `<recv request="ACK" crlf="true"/>`;
const BYE = `<recv request="BYE"/>\n${send("200 OK")}`;

const answer = (soundPort: number) =>
  send(
    "200 OK",
    `Content-Type: application/sdp
Content-Length: [len]

v=0
o=phone 1 1 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP4 127.0.0.1
t=0 0
m=audio ${soundPort} RTP/AVP 0
a=rtpmap:0 PCMU/8000
`,
    'retrans="500"',
  );

const byeOfTheirs = `<send retrans="500"><![CDATA[
BYE [next_url] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:phone@[local_ip]:[local_port]>;tag=[pid]SIPpTag01[call_number]
[last_From:]
[last_Call-ID:]
CSeq: 1 BYE
Max-Forwards: 70
Content-Length: 0

]]></send>
<recv response="200"/>`;

const stepsOf = (behaviour: TrunkBehaviour): string[] => {
  if ("refuses" in behaviour) {
    const [status, reason] = behaviour.refuses;
    return [INVITE, send("180 Ringing"), send(`${status} ${reason}`, undefined, 'retrans="500"'), ACK];
  }
  if ("demands" in behaviour) {
    const challenge = 'WWW-Authenticate: Digest realm="trunk", nonce="8f3a1c", algorithm=MD5\nContent-Length: 0\n';
    const { username, password, soundPort } = behaviour.demands;
    const verify = `<action><verifyauth assign_to="proved" username="${username}" password="${password}"/></action>`;
    return [
      INVITE,
      send("401 Unauthorized", challenge, 'retrans="500"'),
      ACK,
      `<recv request="INVITE" crlf="true" rrs="true">${verify}</recv>`,
      '<nop next="let_in" test="proved"/>',
      send("401 Unauthorized", challenge, 'retrans="500"'),
      ACK,
      '<nop next="end"/>',
      '<label id="let_in"/>',
      answer(soundPort),
      ACK,
      BYE,
      '<label id="end"/>',
    ];
  }
  const { soundPort, hangsUpAfterMs } = behaviour.answers;
  const end = hangsUpAfterMs === undefined ? BYE : `<pause milliseconds="${hangsUpAfterMs}"/>\n${byeOfTheirs}`;
  return [INVITE, send("180 Ringing"), answer(soundPort), ACK, end];
};

export const startSipTrunk = async (behaviour: TrunkBehaviour): Promise<SipTrunk> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-trunk-"));
  const scenario = join(folder, "scenario.xml");
  const record = join(folder, "messages.log");
  const port = await freeUdpPort();
  writeFileSync(
    scenario,
    `<?xml version="1.0" encoding="UTF-8"?>\n<scenario name="trunk">\n${stepsOf(behaviour).join("\n")}\n</scenario>\n`,
  );
  const options = [
    "-sf",
    scenario,
    "-i",
    "127.0.0.1",
    "-p",
    String(port),
    "-nostdin",
    "-trace_msg",
    "-message_file",
    record,
  ];
  const child = spawn(sippProgram() ?? "sipp", options, { cwd: folder, stdio: "ignore" });
  const messages = (): string => (existsSync(record) ? readFileSync(record, "utf8") : "");
  const received = (method: string) =>
    messages()
      .split(/^-{10,}.*$/m)
      .filter((each) => /message received/.test(each) && new RegExp(`^${method} sip:`, "m").test(each));
  return {
    address: `127.0.0.1:${port}`,
    invites: () => [...new Set(received("INVITE").map((each) => /^Call-ID: *(\S+)/im.exec(each)?.[1] ?? "none"))],
    heardBye: () => received("BYE").length > 0,
    close: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
