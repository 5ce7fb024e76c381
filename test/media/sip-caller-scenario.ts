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
  /** Who ends the call: the caller after this time; absent: the platform. */
  hangsUpAfterMs?: number;
  /** They send the same INVITE again, as another transaction, when they were answered. */
  repeatsInvite?: true;
}

const NO_SOUND_PORT = 9;
const CALLEE = "sip:[service]@[remote_ip]:[remote_port]";

const sound = (port: number) => `Content-Type: application/sdp
Content-Length: [len]

v=0
o=caller 1 1 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP4 127.0.0.1
t=0 0
m=audio ${port} RTP/AVP 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
a=fmtp:101 0-16
a=sendrecv
`;
const NOTHING = "Content-Length: 0\n";

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
  const { from = "+14155550100", claimsToBeAt = "[local_ip]:[local_port]", soundPort = NO_SOUND_PORT } = behaviour;
  const steps: string[] = [];
  const send = ({ method, number, uri = CALLEE, branch = "[branch]", isKnown = false, more = NOTHING }: Request) =>
    steps.push(`<send${method === "ACK" ? "" : ' retrans="500"'}><![CDATA[
${method} ${uri} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}
From: <sip:${from}@${claimsToBeAt}>;tag=[pid]SIPpTag00[call_number]
To: <${CALLEE}>${isKnown ? "[peer_tag_param]" : ""}
Call-ID: [call_id]
CSeq: ${number} ${method}
Contact: <sip:${from}@[local_ip]:[local_port];transport=[transport]>
Max-Forwards: 70
${more}
]]></send>`);
  const invite = (number: number, proof = "") =>
    send({ method: "INVITE", number, more: `${proof}${sound(soundPort)}` });
  const take = (status: number, attributes = "") => steps.push(`<recv response="${status}" ${attributes}/>`);
  const takeProgress = () => [100, 180, 183].forEach((status) => take(status, 'optional="true"'));
  /** The acknowledgement of a refusal belongs to the transaction of its INVITE. */
  const acknowledgeRefusal = (number: number, invitedAt: number) =>
    send({ method: "ACK", number, branch: `[branch-${steps.length - invitedAt}]`, isKnown: true });
  return { steps, send, invite, take, takeProgress, acknowledgeRefusal };
};

/** Writes the scenario as SIPp reads it. */
export const writeCaller = (behaviour: CallerBehaviour): string => {
  const { steps, send, invite, take, takeProgress, acknowledgeRefusal } = write(behaviour);
  const { proves, hangsUpAfterMs, repeatsInvite } = behaviour;
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
  if (hangsUpAfterMs === undefined) {
    steps.push('<recv request="BYE"/>');
    steps.push(`<send><![CDATA[
SIP/2.0 200 OK
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]
Content-Length: 0

]]></send>`);
  } else {
    steps.push(`<pause milliseconds="${hangsUpAfterMs}"/>`);
    send({ method: "BYE", number: number + 1, uri: "[next_url]", isKnown: true });
    take(200);
  }
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<scenario name="caller">', ...steps, "</scenario>", ""].join("\n");
};
