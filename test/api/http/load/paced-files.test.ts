import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import express, { type ErrorRequestHandler } from "express";
import { HttpError } from "../../../../api/http/http-error.ts";
import { listen, type RunningServer } from "../../../../api/http/listen.ts";
import { paceFiles } from "../../../../api/http/load/paced-files.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const MEGABYTE = 1_048_576;
const FILE = Buffer.alloc(MEGABYTE);

/** Its waits move the clock, or last until the connection is closed. */
const clock = { nowMs: 0, waits: [] as number[], isStill: false };
let sent = 0;
let over = 0;
let server: RunningServer;

beforeAll(async () => {
  const app = express();
  app.set("trust proxy", 1);
  const wait = async (ms: number, signal: AbortSignal) => {
    clock.waits.push(ms);
    if (!clock.isStill) clock.nowMs += ms;
    else await once(signal, "abort").then(() => (over += 1));
  };
  app.use(paceFiles({ now: () => clock.nowMs, wait }));
  app.get("/file.js", (_request, response) => {
    sent += 1;
    response.send(FILE);
  });
  app.head("/large.js", (_request, response) => void response.set("content-length", String(60 * MEGABYTE)).end());
  const refuse: ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(error instanceof HttpError ? error.status : 500).end();
  app.use(refuse);
  server = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(() => server.drain(0));

const read = async (address: string, signal: AbortSignal | null = null) => {
  const response = await fetch(`${server.url}/file.js`, { headers: { "x-forwarded-for": address }, signal });
  await response.arrayBuffer();
  return response.status;
};
/** Returns how long it waited for a file, in tenths of a second. */
const waited = async (address: string): Promise<number> => {
  const before = clock.waits.length;
  expect(await read(address)).toBe(200);
  return Math.round((clock.waits[before] ?? 0) / 100);
};

it("files come at once up to 16 MB and then at 4 MB a second, each address by itself", async () => {
  for (let file = 0; file < 17; file += 1) expect(await waited("203.0.113.1")).toBe(0);
  expect(await waited("203.0.113.1")).toBe(3);
  expect(await waited("203.0.113.2")).toBe(0);
  expect(await waited("203.0.113.1")).toBe(3);
  clock.nowMs += 60_000;
  for (let file = 0; file < 17; file += 1) expect(await waited("203.0.113.1")).toBe(0);
});

it("a sender who would wait longer than ten seconds is refused", async () => {
  const headers = { "x-forwarded-for": "203.0.113.3" };
  await fetch(`${server.url}/large.js`, { method: "HEAD", headers });
  const before = clock.waits.length;
  expect(await read("203.0.113.3")).toBe(429);
  clock.nowMs += 2_000;
  expect(await read("203.0.113.3")).toBe(200);
  expect(clock.waits.slice(before).map((ms) => Math.round(ms / 1000))).toEqual([9]);
});

it("a file that nobody waits for any more is not sent", async () => {
  const headers = { "x-forwarded-for": "203.0.113.4" };
  await fetch(`${server.url}/large.js`, { method: "HEAD", headers });
  clock.nowMs += 10_000;
  clock.isStill = true;
  const left = new AbortController();
  const before = clock.waits.length;
  const reading = read("203.0.113.4", left.signal);
  await waitUntil("it waits", async () => clock.waits.length > before);
  const sentBefore = sent;
  left.abort();
  await expect(reading).rejects.toThrow();
  await waitUntil("its wait is over", async () => over > 0);
  expect(sent).toBe(sentBefore);
});
