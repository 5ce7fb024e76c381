/** What the other side of a trunk does with a call. */
export type TrunkBehaviour =
  | { refuses: [status: number, reason: string] }
  /** It rings there, and nobody answers. */
  | { rings: true }
  /** It demands a digest of this user's password before it answers; of nobody's: it takes none. */
  | { demands: { username: string; password: string } | "nobody" }
  | {
      answers: {
        /** The port that its sound comes from; none comes from another one. */
        soundPort?: number;
        /** Who ends the call: the person after this time; absent: the platform. */
        hangsUpAfterMs?: number;
        /** The person hangs up when the test tells them to (an INFO within the call). */
        hangsUpWhenTold?: true;
        /** What it says about a transfer, before it hangs up or goes on. */
        transfers?: "answered" | "busy";
        /** It takes sound only encrypted (SRTP). */
        encrypts?: true;
        /** It puts the call on hold, and takes it up again. */
        holds?: true;
      };
    };

/** A port at which nobody sends or takes sound. */
const NO_SOUND_PORT = 9;

/** Replaced where a trunk is reached by another address than SIPp's own. */
const CONTACT = "<sip:[local_ip]:[local_port];transport=[transport]>";
const TAG = ";tag=[pid]SIPpTag01[call_number]";
const HEADERS = `[last_Via:]
[last_From:]
[last_To:]${TAG}
[last_Call-ID:]
[last_CSeq:]
Contact: ${CONTACT}`;
const NO_BODY = "Content-Length: 0\n";

const send = (line: string, more = NO_BODY, attributes = "") =>
  `<send ${attributes}><![CDATA[\nSIP/2.0 ${line}\n${HEADERS}\n${more}\n]]></send>`;

/** Answers a request within the call, whose To header has its tag already. */
const reply = (line: string) => send(line).replace(TAG, "");

const takeInvite = (action = "") => `<recv request="INVITE" crlf="true" rrs="true">${action}</recv>`;
const ACK = `<recv request="ACK" crlf="true"/>`;
const BYE = `<recv request="BYE"/>\n${reply("200 OK")}`;

/** Both ends of the call as the INVITE names them, for requests of the trunk's own. */
const PARTIES = `<action>
<ereg regexp="&lt;sip:[^&gt;]*&gt;;tag=[A-Za-z0-9_.-]*" search_in="hdr" header="From:" check_it="true" assign_to="caller"/>
<ereg regexp="&lt;sip:[^&gt;]*&gt;" search_in="hdr" header="To:" check_it="true" assign_to="called"/>
</action>`;

interface OwnRequest {
  method: string;
  number: number;
  more?: string;
}

const sendRequest = ({ method, number, more = NO_BODY }: OwnRequest, attributes = "") =>
  `<send ${attributes}><![CDATA[
${method} [next_url] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: [$called]${TAG}
To: [$caller]
[last_Call-ID:]
CSeq: ${number} ${method}
Contact: ${CONTACT}
Max-Forwards: 70
${more}
]]></send>`;

const RESPONSE = '<recv response="100" optional="true"/>\n<recv response="200"/>';
const request = (own: OwnRequest) => `${sendRequest(own, 'retrans="500"')}\n${RESPONSE}`;

/** One of the suites that LiveKit SIP offers, with a key of 30 bytes. */
export const CRYPTO = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${Buffer.alloc(30, "key").toString("base64")}\n`;

const sound = ({
  port,
  encrypts = false,
  direction = "sendrecv",
}: {
  port: number;
  encrypts?: boolean;
  direction?: string;
}) =>
  `Content-Type: application/sdp
Content-Length: [len]

v=0
o=phone 1 1 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP4 127.0.0.1
t=0 0
m=audio ${port} RTP/${encrypts ? "SAVP" : "AVP"} 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
a=fmtp:101 0-16
a=${direction}
${encrypts ? CRYPTO : ""}`;

const answer = (port: number, encrypts?: boolean) =>
  send("200 OK", sound({ port, ...(encrypts && { encrypts }) }), 'retrans="500"');

const hold = (port: number): string[] =>
  ["sendonly", "sendrecv"].flatMap((direction, at) => [
    request({ method: "INVITE", number: at + 1, more: sound({ port, direction }) }),
    sendRequest({ method: "ACK", number: at + 1 }),
  ]);

const TRANSFERRED = { answered: "200 OK", busy: "486 Busy Here" } as const;

const transfer = (outcome: keyof typeof TRANSFERRED) => [
  '<recv request="REFER"/>',
  reply("202 Accepted"),
  request({
    method: "NOTIFY",
    number: 1,
    more: `Event: refer
Subscription-State: terminated;reason=noresource
Content-Type: message/sipfrag
Content-Length: [len]

SIP/2.0 ${TRANSFERRED[outcome]}
`,
  }),
];

/** The end of a call that is taken back (CANCEL) answers its INVITE, by whose number it is known. */
const ringUntilCanceled = [
  takeInvite('<action><ereg regexp="[0-9]+" search_in="hdr" header="CSeq:" assign_to="invited"/></action>'),
  send("180 Ringing"),
  '<recv request="CANCEL"/>',
  send("200 OK"),
  send("487 Request Terminated", undefined, 'retrans="500"').replace("[last_CSeq:]", "CSeq: [$invited] INVITE"),
  ACK,
];

const CHALLENGE = 'WWW-Authenticate: Digest realm="trunk", nonce="8f3a1c", algorithm=MD5\nContent-Length: 0\n';

const CHALLENGED = [takeInvite(), send("401 Unauthorized", CHALLENGE, 'retrans="500"'), ACK];

const demand = (account: { username: string; password: string } | "nobody"): string[] => {
  if (account === "nobody") return ['<label id="again"/>', ...CHALLENGED, '<nop next="again"/>'];
  const { username, password } = account;
  const verify = `<action><verifyauth assign_to="proved" username="${username}" password="${password}"/></action>`;
  return [
    ...CHALLENGED,
    takeInvite(verify),
    '<nop next="let_in" test="proved"/>',
    send("403 Forbidden", undefined, 'retrans="500"'),
    ACK,
    '<nop next="end"/>',
    '<label id="let_in"/>',
    answer(NO_SOUND_PORT),
    ACK,
    BYE,
    '<label id="end"/>',
  ];
};

const stepsOf = (behaviour: TrunkBehaviour): string[] => {
  if ("refuses" in behaviour) {
    const [status, reason] = behaviour.refuses;
    return [takeInvite(), send("180 Ringing"), send(`${status} ${reason}`, undefined, 'retrans="500"'), ACK];
  }
  if ("rings" in behaviour) return ringUntilCanceled;
  if ("demands" in behaviour) return demand(behaviour.demands);
  const { soundPort = NO_SOUND_PORT, transfers, encrypts, holds } = behaviour.answers;
  const hangsUp = hangUpOf(behaviour.answers);
  const asksItself = hangsUp !== null || transfers !== undefined || holds !== undefined;
  return [
    takeInvite(asksItself ? PARTIES : ""),
    send("180 Ringing"),
    answer(soundPort, encrypts),
    ACK,
    ...(holds ? hold(soundPort) : []),
    ...(transfers === undefined ? [] : transfer(transfers)),
    ...(hangsUp ?? [BYE]),
  ];
};

/** Null: the platform hangs up. */
const hangUpOf = ({
  hangsUpAfterMs,
  hangsUpWhenTold,
}: {
  hangsUpAfterMs?: number;
  hangsUpWhenTold?: true;
}): string[] | null => {
  if (hangsUpWhenTold) return ['<recv request="INFO"/>', request({ method: "BYE", number: 9 })];
  return hangsUpAfterMs === undefined
    ? null
    : [`<pause milliseconds="${hangsUpAfterMs}"/>`, request({ method: "BYE", number: 9 })];
};

/** Writes the scenario as SIPp reads it; `contact`: the address by which the trunk is reached. */
export const writeScenario = (behaviour: TrunkBehaviour, contact = CONTACT): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<scenario name="trunk">',
    ...stepsOf(behaviour).map((step) => step.replaceAll(CONTACT, contact)),
    "</scenario>",
    "",
  ].join("\n");
