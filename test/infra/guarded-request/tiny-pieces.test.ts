import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";

const BYTES = 1_000_000;
/** A server in a process of its own, whose processor time is not ours: `/bytes` comes in single bytes, `/whole` in one piece. */
const SERVER = `
  const body = Buffer.alloc(${BYTES}, "x");
  const chunks = Buffer.concat(Array.from({ length: 1_000 }, () => Buffer.from("1\\r\\nx\\r\\n")));
  require("node:http").createServer((request, response) => {
    if (request.url === "/whole") return response.end(body);
    response.on("error", () => {});
    response.flushHeaders();
    let sent = 0;
    const go = () => {
      while (sent < ${BYTES}) { sent += 1_000; if (!response.socket || response.destroyed) return; if (!response.socket.write(chunks)) return response.socket.once("drain", go); }
      response.socket.end("0\\r\\n\\r\\n");
    };
    go();
  }).listen(0, "127.0.0.1", function () { process.stdout.write(String(this.address().port)); });
`;
let server: ChildProcess;
let url: string;
beforeAll(async () => {
  server = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  if (!server.stdout) throw new Error("no output");
  const [port] = await once(server.stdout, "data");
  url = `http://127.0.0.1:${String(port)}`;
});
afterAll(() => void server.kill());

const requests = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
const spend = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const readers = {
  fetch: async (path: string) => (await requests.fetch(`${url}${path}`)).text(),
  send: async (path: string) =>
    (await requests.send({ method: "GET", url: `${url}${path}`, timeoutMs: 120_000, maxResponseBytes: BYTES })).body,
};

it.each(["fetch", "send"] as const)(
  "an answer in a million pieces costs %s little more than one in one",
  async (name) => {
    const read = readers[name];
    expect((await read("/whole")).length).toBe(BYTES);
    const wholeMs = await spend(() => read("/whole"));
    let refusal: unknown;
    const bytesMs = await spend(() => read("/bytes").catch((error: unknown) => (refusal = error)));
    expect(refusal).toMatchObject({ message: expect.stringContaining("in pieces that are too small") });
    expect({ bytesMs, isLittle: bytesMs < 20 * wholeMs + 400 }).toMatchObject({ isLittle: true });
  },
);
