import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { WebSocket } from "ws";
import { createRunOperation, hangUpRunOperation } from "../../../../api/calls/calls.operations.ts";
import { signVoiceToken } from "../../../../infra/secrets/join-token.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../../calls/calling-platform.ts";
import { openTalkingOrganization } from "../talking-organization.ts";

let platform: CallingPlatform;
beforeAll(async () => {
  platform = await startCallingPlatform({}, { LOCAL_SPEECH: "true" });
  const told_at = sql<Date>`now() + interval '1 day'`;
  const media = { uuid: randomUUID(), places: 50, taken: 0, told_at, speaks_locally: true };
  await platform.test.everything.insertInto("media_processes").values(media).execute();
});
afterAll(() => platform.close());

const openSocket = (url: string) => {
  const socket = new WebSocket(url);
  const told: unknown[] = [];
  const sound: Buffer[] = [];
  socket.on("message", (data: Buffer, isBinary) =>
    isBinary ? sound.push(data) : told.push(JSON.parse(data.toString())),
  );
  const status = new Promise<number>((resolve) => {
    socket.on("open", () => resolve(101));
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => {});
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  /** Waits until so many messages have come, of both kinds. */
  const received = (count: number) => waitUntil(`${count} messages`, () => told.length + sound.length >= count);
  return { socket, told, sound, status, closed, received };
};

const beginCall = async () => {
  const organization = await openTalkingOrganization(platform, {});
  const client = platform.api.client(organization.owner);
  const params = { workflow_id: organization.agentId };
  const { body: run } = await client.call(createRunOperation, { params, body: { name: "WEB-1", mode: "smallwebrtc" } });
  if (run.join?.kind !== "socket") throw new Error(`the run is joined by ${run.join?.kind}`);
  const conversation = { organizationId: organization.organizationId, runUuid: run.uuid };
  const root = platform.api.baseUrl.replace("http", "ws");
  const pageUrl = `${root}/api/v1/talk-sound/${run.join.token}`;
  const mediaUrl = `${root}/api/v1/talk-sound/${signVoiceToken(platform.api.dependencies, conversation)}`;
  const hangUp = () => client.call(hangUpRunOperation, { params: { ...params, run_id: run.id } });
  return { pageUrl, mediaUrl, hangUp };
};

it("tells both ends of each other, and passes sound and words on as they are", async () => {
  const { pageUrl, mediaUrl } = await beginCall();
  const media = openSocket(mediaUrl);
  await media.received(1);
  const page = openSocket(pageUrl);
  await Promise.all([media.received(2), page.received(1)]);
  expect([media.told, page.told]).toEqual([[{ person: false }, { person: true }], [{ agent: true }]]);
  page.socket.send(Buffer.from([1, 2, 3, 4]));
  await media.received(3);
  media.socket.send(JSON.stringify({ show: { text: "Hello" } }));
  media.socket.send(Buffer.from([5, 6]));
  await page.received(3);
  expect([media.sound, page.sound, page.told.at(-1)]).toEqual([
    [Buffer.from([1, 2, 3, 4])],
    [Buffer.from([5, 6])],
    { show: { text: "Hello" } },
  ]);
  media.socket.send(JSON.stringify({ over: true }));
  expect(await page.closed).toBe(1000);
  media.socket.close();
});

it("lets no page say who is there, nor anything but what pages say", async () => {
  const { pageUrl, mediaUrl } = await beginCall();
  const media = openSocket(mediaUrl);
  await media.received(1);
  const page = openSocket(pageUrl);
  await Promise.all([media.received(2), page.received(1)]);
  for (const said of [{ person: true }, { person: false }, { over: true }, { written: { text: "Hi" } }])
    page.socket.send(JSON.stringify(said));
  page.socket.send("no JSON");
  page.socket.send(Buffer.from([1, 2]));
  await waitUntil("the sound behind it has come", () => media.sound.length > 0);
  expect(media.told.slice(2)).toEqual([{ written: { text: "Hi" } }]);
  page.socket.close();
  media.socket.close();
});

it("gives a call to the page that comes last, and tells the media process when nobody is left", async () => {
  const { pageUrl, mediaUrl } = await beginCall();
  const first = openSocket(pageUrl);
  await first.received(1);
  const second = openSocket(pageUrl);
  expect(await first.closed).toBe(4000);
  const media = openSocket(mediaUrl);
  await media.received(1);
  second.socket.close();
  await media.received(2);
  expect(media.told).toEqual([{ person: true }, { person: false }]);
  media.socket.close();
});

it("closes a page that sends faster than a microphone, whether frames or bytes", async () => {
  const { pageUrl } = await beginCall();
  for (const [count, size] of [
    [2000, 2],
    [20, 60_000],
  ] as const) {
    const page = openSocket(pageUrl);
    await page.status;
    for (let sent = 0; sent < count; sent += 1) page.socket.send(Buffer.alloc(size));
    expect(await page.closed).toBe(1008);
  }
});

it("admits neither strangers nor anybody to a call that is over", async () => {
  const { pageUrl, mediaUrl, hangUp } = await beginCall();
  expect(await openSocket(pageUrl.replace(/\/[^/]*$/, "/nonsense")).status).toBe(401);
  await hangUp();
  expect([await openSocket(pageUrl).status, await openSocket(mediaUrl).status]).toEqual([401, 401]);
});
