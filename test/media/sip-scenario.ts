/** What the other side of a trunk does with a call. */
export type TrunkBehaviour =
  | { refuses: [status: number, reason: string] }
  /** It demands a digest of this user's password before it answers. */
  | { demands: { username: string; password: string } }
  | {
      answers: {
        /** The port that its sound comes from; none comes from another one. */
        soundPort?: number;
        /** Who ends the call: the person after this time; absent: the platform. */
        hangsUpAfterMs?: number;
        /** What it says about a transfer, before it hangs up or goes on. */
        transfers?: "answered" | "busy";
      };
    };

/** A port at which nobody sends or takes sound. */
const NO_SOUND_PORT = 9;

const HEADERS = `[last_Via:]
[last_From:]
[last_To:];tag=[pid]SIPpTag01[call_number]
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:[local_ip]:[local_port];transport=[transport]>`;
const NO_BODY = "Content-Length: 0\n";

const send = (line: string, more = NO_BODY, attributes = "") =>
  `<send ${attributes}><![CDATA[\nSIP/2.0 ${line}\n${HEADERS}\n${more}\n]]></send>`;

const takeInvite = (action = "") => `<recv request="INVITE" crlf="true" rrs="true">${action}</recv>`;
const ACK = `<recv request="ACK" crlf="true"/>`;
const BYE = `<recv request="BYE"/>\n${send("200 OK")}`;

/** Both ends of the call as the INVITE names them, for requests of the trunk's own. */
const PARTIES = `<action>
<ereg regexp="&lt;sip:[^&gt;]*&gt;;tag=[A-Za-z0-9_.-]*" search_in="hdr" header="From:" check_it="true" assign_to="caller"/>
<ereg regexp="&lt;sip:[^&gt;]*&gt;" search_in="hdr" header="To:" check_it="true" assign_to="called"/>
</action>`;

const request = (method: string, { number, more = NO_BODY }: { number: number; more?: string }) =>
  `<send retrans="500"><![CDATA[
${method} [next_url] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: [$called];tag=[pid]SIPpTag01[call_number]
To: [$caller]
[last_Call-ID:]
CSeq: ${number} ${method}
Contact: <sip:[local_ip]:[local_port];transport=[transport]>
Max-Forwards: 70
${more}
]]></send>
<recv response="200"/>`;

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
m=audio ${soundPort} RTP/AVP 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
a=fmtp:101 0-16
`,
    'retrans="500"',
  );

const TRANSFERRED = { answered: "200 OK", busy: "486 Busy Here" } as const;

const transfer = (outcome: keyof typeof TRANSFERRED) => [
  '<recv request="REFER"/>',
  send("202 Accepted"),
  request("NOTIFY", {
    number: 1,
    more: `Event: refer
Subscription-State: terminated;reason=noresource
Content-Type: message/sipfrag
Content-Length: [len]

SIP/2.0 ${TRANSFERRED[outcome]}
`,
  }),
];

const CHALLENGE = 'WWW-Authenticate: Digest realm="trunk", nonce="8f3a1c", algorithm=MD5\nContent-Length: 0\n';

const demand = ({ username, password }: { username: string; password: string }): string[] => [
  takeInvite(),
  send("401 Unauthorized", CHALLENGE, 'retrans="500"'),
  ACK,
  takeInvite(
    `<action><verifyauth assign_to="proved" username="${username}" password="${password}"/></action>`,
  ),
  '<nop next="let_in" test="proved"/>',
  send("401 Unauthorized", CHALLENGE, 'retrans="500"'),
  ACK,
  '<nop next="end"/>',
  '<label id="let_in"/>',
  answer(NO_SOUND_PORT),
  ACK,
  BYE,
  '<label id="end"/>',
];

const stepsOf = (behaviour: TrunkBehaviour): string[] => {
  if ("refuses" in behaviour) {
    const [status, reason] = behaviour.refuses;
    return [takeInvite(), send("180 Ringing"), send(`${status} ${reason}`, undefined, 'retrans="500"'), ACK];
  }
  if ("demands" in behaviour) return demand(behaviour.demands);
  const { soundPort = NO_SOUND_PORT, hangsUpAfterMs, transfers } = behaviour.answers;
  const asksItself = hangsUpAfterMs !== undefined || transfers !== undefined;
  return [
    takeInvite(asksItself ? PARTIES : ""),
    send("180 Ringing"),
    answer(soundPort),
    ACK,
    ...(transfers === undefined ? [] : transfer(transfers)),
    ...(hangsUpAfterMs === undefined
      ? [BYE]
      : [`<pause milliseconds="${hangsUpAfterMs}"/>`, request("BYE", { number: 2 })]),
  ];
};

/** The scenario as SIPp reads it. */
export const writeScenario = (behaviour: TrunkBehaviour): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<scenario name="trunk">\n${stepsOf(behaviour).join("\n")}\n</scenario>\n`;
