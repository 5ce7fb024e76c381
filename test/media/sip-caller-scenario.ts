import { CRYPTO } from "./sip-scenario.ts";

/** What somebody does who calls in over a trunk. */
export interface CallerBehaviour {
  /** What stands before `@` in the From header. */
  from?: string;
  /** The host of the From header, which they may choose freely. */
  claimsToBeAt?: string;
  /** With what they prove, when they are asked, that they may call. */
  proves?: { username: string; password: string };
  /** The port that their sound comes from; none comes from another one. */
  soundPort?: number;
  /** They hang up when the test tells them to (an INFO within the call); absent: the platform does. */
  hangsUp?: true;
  /** They send the same INVITE again, as another transaction, when they were answered. */
  repeatsInvite?: true;
  /** They are asked to call somebody else (REFER), who answers. */
  isTransferred?: true;
  /** They put the call on hold without any sound, and take it up again, or never do. */
  holds?: "for a moment" | "for good";
  /** They send and take sound only encrypted (SRTP), and give their key. */
  encrypts?: true;
}

const NO_SOUND_PORT = 9;
/** Replaced where they are reached by another address than SIPp's own. */
const REACHED = "[local_ip]:[local_port];transport=[transport]";
const CALLEE = "sip:[service]@[remote_ip]:[remote_port]";

interface Sound {
  port: number;
  direction?: string;
  encrypts?: boolean;
}

const sound = ({ port, direction = "sendrecv", encrypts = false }: Sound) => `Content-Type: application/sdp
Content-Length: [len]

v=0
o=caller 1 1 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP4 127.0.0.1
t=0 0
m=audio ${port} RTP/${encrypts ? "SAVP" : "AVP"} 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
a=fmtp:101 0-16
a=${direction}
${encrypts ? CRYPTO : ""}`;
const NOTHING = "Content-Length: 0\n";

const ANSWERED_ELSEWHERE = `Event: refer
Subscription-State: terminated;reason=noresource
Content-Type: message/sipfrag
Content-Length: [len]

SIP/2.0 200 OK
`;

interface Request {
  method: string;
  number: number;
  uri?: string;
  branch?: string;
  /** The To header has the tag of the other side. */
  isKnown?: boolean;
  more?: string;
}

const write = (behaviour: CallerBehaviour) => {
  const { from = "+14155550100", claimsToBeAt = "[local_ip]:[local_port]" } = behaviour;
  const { soundPort: port = NO_SOUND_PORT, encrypts = false } = behaviour;
  const steps: string[] = [];
  const send = ({ method, number, uri = CALLEE, branch = "[branch]", isKnown = false, more = NOTHING }: Request) =>
    steps.push(`<send${method === "ACK" ? "" : ' retrans="500"'}><![CDATA[
${method} ${uri} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}
From: <sip:${from}@${claimsToBeAt}>;tag=[pid]SIPpTag00[call_number]
To: <${CALLEE}>${isKnown ? "[peer_tag_param]" : ""}
Call-ID: [call_id]
CSeq: ${number} ${method}
Contact: <sip:${from}@${REACHED}>
Max-Forwards: 70
${more}
]]></send>`);
  const invite = (number: number, proof = "") =>
    send({ method: "INVITE", number, more: `${proof}${sound({ port, encrypts })}` });
  const take = (status: number, attributes = "") => steps.push(`<recv response="${status}" ${attributes}/>`);
  const takeProgress = () => [100, 180, 183].forEach((status) => take(status, 'optional="true"'));
  /** The acknowledgement of a refusal belongs to the transaction of its INVITE. */
  const acknowledgeRefusal = (number: number, invitedAt: number) =>
    send({ method: "ACK", number, branch: `[branch-${steps.length - invitedAt}]`, isKnown: true });
  const reply = (line: string) =>
    steps.push(`<send><![CDATA[
SIP/2.0 ${line}
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:${from}@${REACHED}>
${NOTHING}
]]></send>`);
  const takeRequest = (method: string, line: string) => {
    steps.push(`<recv request="${method}"/>`);
    reply(line);
  };
  const changeSound = (number: number, direction: string) => {
    send({ method: "INVITE", number, uri: "[next_url]", isKnown: true, more: sound({ port, direction, encrypts }) });
    takeProgress();
    take(200);
    send({ method: "ACK", number, uri: "[next_url]", isKnown: true });
  };
  return { steps, send, invite, take, takeProgress, acknowledgeRefusal, takeRequest, changeSound };
};

/** Writes the scenario as SIPp reads it; `door`: the address by which they are reached over TLS. */
export const writeCaller = (behaviour: CallerBehaviour, door?: string): string => {
  const scenario = writeScenario(behaviour);
  if (door === undefined) return scenario;
  return scenario.replaceAll(REACHED, `${door};transport=tls`).replaceAll("SIP/2.0/[transport]", "SIP/2.0/TLS");
};

const writeScenario = (behaviour: CallerBehaviour): string => {
  const { steps, send, invite, take, takeProgress, acknowledgeRefusal, takeRequest, changeSound } = write(behaviour);
  const { proves, hangsUp, repeatsInvite, isTransferred, holds } = behaviour;
  let number = 1;
  invite(number);
  if (proves) {
    take(100, 'optional="true"');
    take(407, 'auth="true"');
    acknowledgeRefusal(number, 0);
    number += 1;
    const { username, password } = proves;
    invite(number, `[authentication username=${username} password=${password}]\n`);
  }
  takeProgress();
  take(200, 'rrs="true"');
  send({ method: "ACK", number, uri: "[next_url]", isKnown: true });
  if (repeatsInvite) {
    const invitedAt = steps.length;
    invite(number);
    takeProgress();
    take(486);
    acknowledgeRefusal(number, invitedAt);
  }
  if (holds) {
    number += 1;
    changeSound(number, "inactive");
  }
  if (holds === "for a moment") {
    number += 1;
    changeSound(number, "sendrecv");
  }
  if (isTransferred) {
    takeRequest("REFER", "202 Accepted");
    number += 1;
    send({ method: "NOTIFY", number, uri: "[next_url]", isKnown: true, more: ANSWERED_ELSEWHERE });
    take(200);
  }
  if (!hangsUp) takeRequest("BYE", "200 OK");
  else {
    steps.push('<recv request="INFO"/>');
    send({ method: "BYE", number: number + 1, uri: "[next_url]", isKnown: true });
    take(200);
  }
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<scenario name="caller">', ...steps, "</scenario>", ""].join("\n");
};
