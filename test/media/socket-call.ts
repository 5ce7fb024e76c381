import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { WebSocket } from "ws";
import { createRunOperation } from "../../api/calls/calls.operations.ts";
import { beginSupervisionOperation } from "../../api/calls/supervision/supervision.operations.ts";
import { readSpeechModels } from "../../application/model/read-speech-models.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { createGuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../infra/guarded-request/outbound-policy.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { signVoiceToken } from "../../infra/secrets/join-token.ts";
import { createPriceTable } from "../../infra/telephony/price-table.ts";
import { createCallSlots } from "../../media/process/call-slots.ts";
import { createSocketRoom } from "../../media/room/socket-room.ts";
import { openSoundLine } from "../../media/room/sound-line.ts";
import { runConversation } from "../../media/run-conversation.ts";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import { type AgentSettings, openTalkingOrganization } from "../api/conversations/talking-organization.ts";
import { createSpeechModelRows } from "../factories/speech-models.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../harness/http-receiver.ts";
import { waitUntil } from "../harness/wait-until.ts";

/*
 * A call whose sound comes over a WebSocket of ours, with a page at one end, the code of the media process at the other, and
 * supervisors beside them. Each of them has a loudness of its own, and a voice is what is loud.
 */

export const AGENT = 300;
export const PERSON = 9000;
export const SUPERVISOR = 5000;
const MS_PER_CHARACTER = 40;
const FRAME_MS = 20;
const HEARD_RATE = 16_000;

export interface SocketCalls {
  platform: CallingPlatform;
  provider: HttpReceiver;
  /** What the provider understands, one after another, and what it was asked to speak. */
  understood: string[];
  spoken: string[];
  /** Answers what is neither spoken nor heard. */
  answerOthers: HttpReceiver["answer"];
  close(): Promise<void>;
}

export const startSocketCalls = async (): Promise<SocketCalls> => {
  const [platform, provider] = await Promise.all([
    startCallingPlatform({}, { LOCAL_SPEECH: "true" }),
    startHttpReceiver(),
  ]);
  const calls: SocketCalls = {
    ...{ platform, provider, understood: [], spoken: [], answerOthers: (_, response) => respond(response, 404, {}) },
    close: async () => {
      await platform.close();
      await provider.close();
    },
  };
  provider.answer = (request, response) => {
    const { url, body } = request;
    if (url.endsWith("/audio/transcriptions")) return respond(response, 200, { text: calls.understood.shift() ?? "" });
    if (!url.endsWith("/audio/speech")) return calls.answerOthers(request, response);
    const { input } = JSON.parse(body);
    calls.spoken.push(input);
    const samples = new Int16Array((SPOKEN_SAMPLE_RATE * MS_PER_CHARACTER * input.length) / 1000).fill(AGENT);
    response.writeHead(200, { "content-type": "audio/pcm" });
    response.end(Buffer.from(samples.buffer));
  };
  return calls;
};

/** Sound as it comes, with the moment of each frame. */
const createEar = () => {
  const frames: { atMs: number; loudness: number; side: number }[] = [];
  return {
    frames,
    take: (samples: Int16Array, side = -1) => {
      const loudness = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      frames.push({ atMs: performance.now(), loudness, side });
    },
    first: (what: string, loudness: number, fromMs = 0) =>
      waitUntil(`${what} is heard`, () =>
        frames.find((frame) => frame.atMs > fromMs && Math.abs(frame.loudness - loudness) <= loudness * 0.02),
      ),
    hasHeard: (loudness: number, fromMs: number) =>
      frames.some((frame) => frame.atMs > fromMs && Math.abs(frame.loudness - loudness) <= loudness * 0.02),
  };
};

const samplesOf = (data: Buffer, from = 0): Int16Array => {
  const copy = Uint8Array.prototype.slice.call(data, from);
  return new Int16Array(copy.buffer, 0, Math.floor(copy.length / 2));
};

/** Sends sound as a microphone does, one frame after another. */
const createMicrophone = (socket: WebSocket) => {
  let loudness = 0;
  const timer = setInterval(() => {
    const frame = new Int16Array((HEARD_RATE * FRAME_MS) / 1000).fill(loudness);
    if (socket.readyState === socket.OPEN) socket.send(Buffer.from(frame.buffer));
  }, FRAME_MS);
  socket.on("close", () => clearInterval(timer));
  return {
    set: (value: number) => {
      loudness = value;
      return performance.now();
    },
  };
};

const opened = (socket: WebSocket) =>
  new Promise<void>((resolve, reject) => socket.on("open", () => resolve()).on("error", reject));

export const beginCall = async ({ platform, provider, understood }: SocketCalls, settings: AgentSettings) => {
  const { api, test } = platform;
  const organization = await openTalkingOrganization(platform, settings);
  const { organizationId, agentId } = organization;
  await createSpeechModelRows(test, { organizationId, baseUrl: `${provider.url}/v1` });
  const media = { uuid: randomUUID(), places: 50, taken: 0, told_at: sql<Date>`now() + interval '1 day'` };
  await test.everything
    .insertInto("media_processes")
    .values({ ...media, speaks_locally: true })
    .execute();
  const { body: run } = await api.client(organization.owner).call(createRunOperation, {
    params: { workflow_id: agentId },
    body: { name: "WEB-1", mode: "smallwebrtc", initial_context: { name: "Ada" } },
  });
  if (run.join?.kind !== "socket") throw new Error(`the run is joined by ${run.join?.kind}`);
  const page = new WebSocket(run.join.url);
  const ear = createEar();
  page.on("message", (data: Buffer, isBinary) => isBinary && ear.take(samplesOf(data)));
  const microphone = createMicrophone(page);
  await opened(page);
  const { dependencies } = api;
  const address = { organizationId, runUuid: run.uuid };
  const models = await test.database.inOrganization(organizationId, (tx) =>
    readSpeechModels(tx, { organizationId, settings: readAgentSettings({}), secrets: dependencies.secrets }),
  );
  if (models === null) throw new Error("the organization has no models for speech");
  const slots = createCallSlots(1);
  /** `apiUrl`: of the process with which the media process talks about words and supervisors. */
  const startMedia = (apiUrl = api.baseUrl) => {
    const root = api.baseUrl.replace("http", "ws");
    const line = openSoundLine(`${root}/api/v1/talk-sound/${signVoiceToken(dependencies, address)}`);
    const over = new AbortController();
    const row = { id: run.id, organization_id: organizationId, uuid: run.uuid };
    const done = runConversation(
      {
        ...dependencies,
        guardedRequests: createGuardedRequests(readOutboundPolicy("127.0.0.1")),
        prices: createPriceTable({}, {}),
        livekit: null,
        apiUrl,
        slots,
        newVoiceActivity: () => async (frame) => (Math.max(...frame) > 1000 ? 1 : 0),
      },
      {
        address,
        language: "en-US",
        voice: { voiceId: "alloy", speed: 1 },
        models,
        isRecorded: false,
        run: { ...row, direction: "inbound", carrier_call_id: null, isSpeechReserved: false },
        isPhone: false,
        detectsMachine: false,
      },
      {
        room: createSocketRoom(line, { ...dependencies, slots, run: row }),
        end: () => over.abort(),
        signal: over.signal,
      },
    );
    return {
      stop: async () => {
        over.abort();
        await done;
        line.close();
      },
    };
  };
  const params = { workflow_id: agentId, run_id: run.id };
  const says = async (text: string) => {
    understood.push(text);
    const began = microphone.set(PERSON);
    // As long as it takes to say something.
    await waitUntil("it is said", () => performance.now() - began > 400);
    microphone.set(0);
    return began;
  };
  return { organization, params, page, ear, microphone, says, startMedia };
};

type SocketCall = Awaited<ReturnType<typeof beginCall>>;

export const supervise = async ({ platform }: SocketCalls, { organization, params }: SocketCall, apiUrl?: string) => {
  const client = platform.api.client(organization.supervisor);
  const { body } = await client.call(beginSupervisionOperation, { params });
  const url = body.join?.url ?? "";
  const socket = new WebSocket(apiUrl ? `${apiUrl.replace("http", "ws")}${new URL(url).pathname}` : url);
  const ear = createEar();
  socket.on("message", (data: Buffer, isBinary) => isBinary && ear.take(samplesOf(data, 2), data[0]));
  const microphone = createMicrophone(socket);
  await opened(socket);
  const own = { ...params, supervision_uuid: body.supervision_uuid };
  return { body, client, socket, ear, microphone, params: own };
};
