import { once } from "node:events";
import { beforeEach, describe, expect, it } from "@jest/globals";
import WebSocket from "ws";
import { buildRelayUrl } from "../../../../infra/telephony/call-addresses.ts";
import { buildSignatureHeaders } from "../../../../infra/telephony/simulator/simulator.signature.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createRunRow } from "../../../factories/calls.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { useTestApi } from "../../../harness/tenant-api.ts";
import { SIMULATOR_SIGNING_KEY } from "../../../harness/test-simulator.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import type { RunRow } from "../talking-organization.ts";

let run: RunRow;

const { test, api } = await useTestApi();

beforeEach(async () => {
  run = await createDialledRun();
});

const createDialledRun = async (): Promise<RunRow> => {
  const tenant = await createTenant(test);
  const agent = await createAgentRows(test, tenant);
  return createRunRow(
    test,
    { organizationId: tenant.organizationId, ...agent },
    {
      telephony_configuration_id: tenant.simulatorAccountId,
      provider: "simulator",
      called_number: "+14155550101",
      state: "dialing",
      carrier_requested_at: new Date(),
      initial_context: { name: "Ada" },
    },
  );
};

const inAMinute = () => new Date(Date.now() + 60_000);

const addressOf = ({ expiresAt = inAMinute(), of = run }: { expiresAt?: Date; of?: RunRow } = {}) =>
  buildRelayUrl(
    { tokens: api.dependencies.tokens, publicBaseUrl: api.baseUrl },
    { provider: "simulator", organizationId: of.organization_id, runUuid: of.uuid, expiresAt },
  );

const signed = (url: string, key = SIMULATOR_SIGNING_KEY) => buildSignatureHeaders(key, { url, body: "" });

/** The status that the opening request was answered with: 101 when it is open. */
const statusOf = (socket: WebSocket): Promise<number> =>
  new Promise((resolve, reject) => {
    socket.once("open", () => resolve(101));
    socket.once("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.once("error", reject);
  });

const opened = async (url = addressOf()) => {
  const socket = new WebSocket(url, { headers: signed(url) });
  const frames: Record<string, unknown>[] = [];
  socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString())));
  expect(await statusOf(socket)).toBe(101);
  const closed = once(socket, "close").then(([code]) => Number(code));
  return { socket, frames, closed, send: (frame: unknown) => socket.send(JSON.stringify(frame)) };
};

describe("a relay connection", () => {
  it.each([
    [
      "with another token",
      () => addressOf().replace(/[^/]+$/, "bWFkZSB1cA.zzzzzz.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
    ],
    ["with a token that has expired", () => addressOf({ expiresAt: new Date(Date.now() - 1000) })],
    [
      "with the token of another call",
      () => addressOf({ of: { ...run, uuid: crypto.randomUUID() } }).replace(/\/[0-9a-f-]{36}\//, `/${run.uuid}/`),
    ],
    ["for a run that is not there", () => addressOf({ of: { ...run, uuid: crypto.randomUUID() } })],
  ])("%s is refused before anything is opened", async (_name, address) => {
    const url = address();
    expect(await statusOf(new WebSocket(url, { headers: signed(url) }))).toBe(401);
  });

  it("without the carrier's signature, or with a forged one, is refused", async () => {
    const url = addressOf();
    expect(await statusOf(new WebSocket(url))).toBe(401);
    expect(await statusOf(new WebSocket(url, { headers: signed(url, "another key") }))).toBe(401);
    expect(await statusOf(new WebSocket(url, { headers: signed(`${url}x`) }))).toBe(401);
  });

  it("elsewhere is told that nothing is there", async () => {
    const url = `${api.baseUrl.replace("http", "ws")}/api/v1/health`;
    expect(await statusOf(new WebSocket(url))).toBe(404);
  });

  it("for a call that is over is refused", async () => {
    await test.everything.updateTable("call_runs").set({ state: "completed" }).where("id", "=", run.id).execute();
    const url = addressOf();
    expect(await statusOf(new WebSocket(url, { headers: signed(url) }))).toBe(401);
  });
});

describe("a relay connection", () => {
  it("says the greeting when it is set up", async () => {
    const { send, frames, socket } = await opened();
    send({ type: "setup", callSid: "CA1", answeredBy: "human" });
    await waitUntil("the greeting", () => frames.some((frame) => frame["last"] === true));
    expect(frames[0]).toMatchObject({ type: "text", token: expect.stringContaining("Hello Ada"), last: false });
    socket.close();
  });

  it("is closed when it sends what is no frame, binary data, or more than fits", async () => {
    const wrong = await opened();
    wrong.socket.send("hello");
    expect(await wrong.closed).toBe(1003);
    const binary = await opened();
    binary.socket.send(Buffer.from([1, 2, 3]));
    expect(await binary.closed).toBe(1003);
    const large = await opened();
    large.send({ type: "prompt", voicePrompt: "x".repeat(100_000), last: true });
    expect(await large.closed).toBe(1009);
  });

  it("is closed when frames come faster than anybody speaks", async () => {
    const { send, closed } = await opened();
    for (let count = 0; count < 400; count += 1) send({ type: "prompt", voicePrompt: "a", last: false });
    expect(await closed).toBe(1008);
  });

  it("is closed when whole sentences or numbers come faster than anybody says or presses them", async () => {
    const words = await opened();
    words.send({ type: "setup" });
    for (let count = 0; count < 150; count += 1) words.send({ type: "prompt", voicePrompt: "Yes", last: true });
    expect(await words.closed).toBe(1008);
    const keys = await opened(addressOf({ of: await createDialledRun() }));
    keys.send({ type: "setup" });
    for (let count = 0; count < 150; count += 1) keys.send({ type: "dtmf", digit: "#" });
    expect(await keys.closed).toBe(1008);
  });

  it("is refused where a call is connected again and again, and another call's is not", async () => {
    const url = addressOf();
    const manyAtOnce = () =>
      Promise.all(
        Array.from({ length: 60 }, async () => {
          const socket = new WebSocket(url, { headers: signed(url) });
          const status = await statusOf(socket);
          socket.terminate();
          return status;
        }),
      );
    const statuses = await waitUntil("one is refused", async () => {
      const answers = await manyAtOnce();
      return answers.includes(429) ? answers : undefined;
    });
    expect(statuses.filter((status) => status !== 101 && status !== 429)).toEqual([]);
    (await opened(addressOf({ of: await createDialledRun() }))).socket.close();
  });

  it("gives way to the carrier's next one", async () => {
    const first = await opened();
    const second = await opened();
    expect(await first.closed).toBe(4000);
    expect(second.socket.readyState).toBe(WebSocket.OPEN);
    second.socket.close();
  });

  it("goes on where the one before was lost", async () => {
    const first = await opened();
    first.send({ type: "setup" });
    await waitUntil("the greeting", () => first.frames.some((frame) => frame["last"] === true));
    first.send({ type: "prompt", voicePrompt: "Nothing is left to say", last: true });
    await waitUntil("the end", () => first.frames.some((frame) => frame["type"] === "end"));
    first.socket.terminate();
    const second = await opened();
    second.send({ type: "setup" });
    await waitUntil("it has ended", () => second.frames.some((frame) => frame["type"] === "end"));
    expect(second.frames.some((frame) => JSON.stringify(frame).includes("Hello"))).toBe(false);
    second.socket.close();
  });
});
