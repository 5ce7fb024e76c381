import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { jwtVerify } from "jose";
import { z } from "zod";
import { buildRoomName } from "../../../infra/livekit/room-token.ts";
import { signBody } from "../../../infra/telephony/sip/sip.signature.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createCallerDesk } from "./livekit-callers.ts";

const KEY = { apiKey: "stand-in", apiSecret: "a secret of the stand-in for LiveKit" };

/** What the trunk does with the next call to a number. */
export type TrunkScript =
  | { answers: { status: number; reason: string } }
  | { stays: "dialing" | "ringing" | "active" }
  | {
      fault:
        | "response_lost"
        | "request_lost"
        | "server_error"
        | "silent"
        | "throttled"
        | "rings_out"
        | "password_refused";
    };

interface Participant {
  identity: string;
  attributes: Record<string, string>;
  joinedAt: string;
}

interface Room {
  callee: Participant | null;
  metadata: string;
  /** How often it was looked at since they were called. */
  looks: number;
}

const claims = z.object({
  video: z.object({ room: z.string(), roomAdmin: z.literal(true), roomCreate: z.literal(true) }),
  sip: z.object({ call: z.literal(true) }),
});
const dialBody = z.strictObject({
  trunk: z.strictObject({
    hostname: z.string().min(1),
    transport: z.enum(["SIP_TRANSPORT_UDP", "SIP_TRANSPORT_TCP", "SIP_TRANSPORT_TLS"]),
    auth_username: z.string(),
    auth_password: z.string(),
    from_host: z.string(),
  }),
  sip_call_to: z.string().min(1),
  sip_number: z.string().min(1),
  room_name: z.string().min(1),
  participant_identity: z.string().min(1),
  participant_attributes: z.record(z.string(), z.string()),
  ringing_timeout: z.string().regex(/^\d+s$/),
  max_call_duration: z.string().regex(/^\d+s$/),
  media: z.strictObject({ encryption: z.string().regex(/^SIP_MEDIA_ENCRYPT_/) }),
  wait_until_answered: z.literal(true),
});
type Dial = z.output<typeof dialBody>;

export interface LivekitStandIn {
  settings: { url: string; publicUrl: string; apiKey: string; apiSecret: string };
  prepare(number: string, script: TrunkScript): void;
  dialledTo(number: string): Dial[];
  /** Calls that were dropped because somebody was called who was in the room already. */
  dropped(): number;
  /** Answers to this method of the room service wait for this long from now on. */
  slowDown(method: "CreateRoom" | "GetParticipant" | "UpdateRoomMetadata", waitMs: number): void;
  /** The other side hangs up, at this moment (Unix seconds). */
  hangUp(runUuid: string, at: number): Promise<void>;
  /** The called person in the room of a call, until they leave. */
  callee(runUuid: string): Participant | null;
  /** The trunk says that the call is answered, to the process that dialled it. */
  pickUp(runUuid: string): void;
  /** Takes them out of the room; nobody is told. */
  remove(runUuid: string): void;
  /** Somebody calls in: LiveKit's event about it; null: no trunk takes calls to this number. */
  comeIn(caller: { to: string; from: string; callId: string }): { room: string; body: string } | null;
  /** The caller in this room, until they leave; their status as LiveKit has it. */
  caller(room: string): Participant | null;
  /** How LiveKit takes calls to this number. */
  trunkTo: ReturnType<typeof createCallerDesk>["trunkTo"];
  /** A webhook as LiveKit signs it. */
  sign(body: string): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * LiveKit's API as far as calls go, as strict as LiveKit: tokens, grants and shapes are checked, somebody who is in the
 * room already and is called again loses their call. What LiveKit tells of a room goes to the call's status address, as
 * the platform's route hands it on.
 */
export const startLivekitStandIn = async (): Promise<LivekitStandIn> => {
  const rooms = new Map<string, Room>();
  const desk = createCallerDesk();
  const scripts = new Map<string, TrunkScript>();
  const dials: Dial[] = [];
  /** Answers to requests to dial that wait for the trunk's, by room. */
  const waiting = new Map<string, () => void>();
  const waits = new Map<string, number>();
  let dropped = 0;
  let events = 0;

  const sign = async (body: string) => ({
    authorization: await signBody(KEY, body),
    "content-type": "application/webhook+json",
  });
  const tell = async (room: string, participant: Participant, event: object, at = Math.floor(Date.now() / 1000)) => {
    events += 1;
    const body = JSON.stringify({
      id: `EV_${events}`,
      createdAt: String(at),
      room: { name: room },
      participant,
      ...event,
    });
    const url = participant.attributes["ringdown.status_url"] ?? "";
    await fetch(url, { method: "POST", headers: await sign(body), body }).catch(() => undefined);
  };
  const leave = async (name: string, disconnectReason: string, at?: number) => {
    const room = rooms.get(name);
    const callee = room?.callee;
    if (!room || !callee) return;
    room.callee = null;
    await tell(name, callee, { event: "participant_left", participant: { ...callee, disconnectReason } }, at);
  };

  const call = async (dial: Dial, response: ServerResponse): Promise<void> => {
    const script = scripts.get(dial.sip_call_to) ?? { stays: "dialing" };
    const name = dial.room_name;
    if ("fault" in script && script.fault === "request_lost") return void response.destroy();
    if ("fault" in script && script.fault === "server_error") return void response.writeHead(502).end("bad gateway");
    if ("fault" in script && script.fault === "throttled")
      return refuse(response, 429, { code: "resource_exhausted", msg: "too many requests" }, { "retry-after": "7" });
    if ("fault" in script && script.fault === "silent") return;
    const room = rooms.get(name) ?? { callee: null, metadata: "", looks: 0 };
    rooms.set(name, room);
    if (room.callee) {
      dropped += 1;
      await leave(name, "DUPLICATE_IDENTITY");
    }
    const callee: Participant = {
      identity: dial.participant_identity,
      joinedAt: String(Math.floor(Date.now() / 1000)),
      attributes: {
        ...dial.participant_attributes,
        "sip.callStatus": "dialing",
        "sip.phoneNumber": dial.sip_call_to,
        "sip.trunkPhoneNumber": dial.sip_number,
      },
    };
    room.callee = callee;
    room.looks = 0;
    if ("fault" in script && script.fault === "response_lost") return void response.destroy();
    waiting.set(name, () => answer(response, participantAnswer(dial)));
    await tell(name, callee, { event: "participant_joined" });
    if ("fault" in script && script.fault === "password_refused") {
      room.callee = null;
      const msg = "twirp error unknown: max auth retry attempts reached for SIP invite";
      return refuse(response, 412, { code: "failed_precondition", msg });
    }
    if ("fault" in script) return ringOut(name, response);
    if ("answers" in script) {
      room.callee = null;
      const { status, reason } = script.answers;
      const meta = { sip_status_code: String(status), sip_status: reason };
      return refuse(response, 400, { code: "failed_precondition", msg: `sip status: ${status}`, meta });
    }
    if (script.stays !== "dialing") callee.attributes["sip.callStatus"] = script.stays;
    if (script.stays === "active") pickUp(name);
  };
  const pickUp = (name: string): void => {
    waiting.get(name)?.();
    waiting.delete(name);
  };
  const ringOut = async (name: string, response: ServerResponse): Promise<void> => {
    const room = rooms.get(name);
    if (!room?.callee) return;
    room.callee.attributes["sip.callStatus"] = "ringing";
    await waitUntil("whoever called looks whether it rings", () => room.looks > 0);
    await leave(name, "USER_UNAVAILABLE");
    refuse(response, 408, { code: "canceled", msg: "sip request timed out" });
  };

  const methods: Record<string, (body: unknown, response: ServerResponse) => void | Promise<void>> = {
    "RoomService/CreateRoom": (body, response) => {
      const { name } = z
        .strictObject({ name: z.string(), empty_timeout: z.int(), departure_timeout: z.int() })
        .parse(body);
      const room = rooms.get(name) ?? { callee: null, metadata: "", looks: 0 };
      rooms.set(name, room);
      answer(response, { name, metadata: room.metadata });
    },
    "RoomService/ListRooms": (body, response) => {
      const { names } = z.strictObject({ names: z.array(z.string()) }).parse(body);
      const found = names.flatMap((name) => {
        const room = rooms.get(name);
        return room ? [{ name, metadata: room.metadata }] : [];
      });
      answer(response, { rooms: found });
    },
    "RoomService/UpdateRoomMetadata": (body, response) => {
      const { room: name, metadata } = z.strictObject({ room: z.string(), metadata: z.string() }).parse(body);
      const room = rooms.get(name);
      if (!room) return refuse(response, 404, { code: "not_found", msg: "no room" });
      room.metadata = metadata;
      answer(response, { name, metadata });
    },
    "RoomService/GetParticipant": (body, response) => {
      const { room: name, identity } = z.strictObject({ room: z.string(), identity: z.string() }).parse(body);
      const room = rooms.get(name);
      if (room) room.looks += 1;
      if (room?.callee?.identity !== identity)
        return refuse(response, 404, { code: "not_found", msg: "no participant" });
      answer(response, room.callee);
    },
    "RoomService/RemoveParticipant": async (body, response) => {
      const { room: name, identity } = z.strictObject({ room: z.string(), identity: z.string() }).parse(body);
      if (rooms.get(name)?.callee?.identity !== identity)
        return refuse(response, 404, { code: "not_found", msg: "no participant" });
      await leave(name, "PARTICIPANT_REMOVED");
      answer(response, {});
    },
    "RoomService/ListParticipants": (body, response) => {
      const { room: name } = z.strictObject({ room: z.string() }).parse(body);
      const callee = rooms.get(name)?.callee;
      answer(response, { participants: callee ? [callee] : [] });
    },
    "SIP/ListSIPOutboundTrunk": (_, response) => answer(response, { items: [] }),
    "SIP/CreateSIPParticipant": (body, response) => {
      const dial = dialBody.parse(body);
      dials.push(dial);
      return call(dial, response);
    },
  };

  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse((await readAll(request)) || "{}");
    const name = (request.url ?? "").replace("/twirp/livekit.", "");
    const atDesk = desk.methods[name];
    const method = atDesk ? (asked: unknown, to: ServerResponse) => answer(to, atDesk(asked)) : methods[name];
    if (!method) return refuse(response, 404, { code: "bad_route", msg: "no such method" });
    if (!(await isAllowed(request))) return refuse(response, 401, { code: "unauthenticated", msg: "invalid token" });
    const waitMs = waits.get((request.url ?? "").replace("/twirp/livekit.RoomService/", ""));
    if (waitMs !== undefined) await delay(waitMs);
    try {
      await method(body, response);
    } catch (error) {
      refuse(response, 400, { code: "invalid_argument", msg: String(error) });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    settings: { url, publicUrl: url, ...KEY },
    prepare: (number, script) => void scripts.set(number, script),
    dialledTo: (number) => dials.filter(({ sip_call_to }) => sip_call_to === number),
    dropped: () => dropped,
    slowDown: (method, waitMs) => void waits.set(method, waitMs),
    sign,
    comeIn: (caller) => {
      const led = desk.leadIn(caller);
      if (led === null) return null;
      const { room, participant } = led;
      const joined = { ...participant, joinedAt: String(Math.floor(Date.now() / 1000)) };
      rooms.set(room, { callee: joined, metadata: "", looks: 0 });
      const event = { event: "participant_joined", id: `EV_${room}`, createdAt: joined.joinedAt };
      return { room, body: JSON.stringify({ ...event, room: { name: room }, participant: joined }) };
    },
    caller: (room) => rooms.get(room)?.callee ?? null,
    trunkTo: desk.trunkTo,
    callee: (runUuid) => rooms.get(buildRoomName({ uuid: runUuid }))?.callee ?? null,
    pickUp: (runUuid) => pickUp(buildRoomName({ uuid: runUuid })),
    remove: (runUuid) => {
      const room = rooms.get(buildRoomName({ uuid: runUuid }));
      if (room) room.callee = null;
    },
    hangUp: (runUuid, at) => leave(buildRoomName({ uuid: runUuid }), "CLIENT_INITIATED", at),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const participantAnswer = (dial: Dial) => ({
  participantId: "PA_1",
  participantIdentity: dial.participant_identity,
  roomName: dial.room_name,
  sipCallId: "SCL_1",
});

const isAllowed = async (request: IncomingMessage): Promise<boolean> => {
  const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(KEY.apiSecret), { issuer: KEY.apiKey });
    return claims.safeParse(payload).success;
  } catch {
    return false;
  }
};

const answer = (response: ServerResponse, body: object): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

const refuse = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
