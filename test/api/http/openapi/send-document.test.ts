import { afterAll, beforeAll, expect, it } from "@jest/globals";
import express, { type ErrorRequestHandler } from "express";
import { listen, type RunningServer } from "../../../../api/http/listen.ts";
import { buildOpenApiAnswer } from "../../../../api/http/openapi/send-document.ts";

/** The turns of the event loop in which answers were written. */
const turns: number[] = [];
let turn = 0;
let isCounting = true;
let server: RunningServer;

beforeAll(async () => {
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  const app = express();
  app.use((_request, response, next) => {
    response.once("prefinish", () => turns.push(turn));
    next();
  });
  app.get(
    "/openapi.json",
    buildOpenApiAnswer(async () => ({ paths: {} })),
  );
  let reads = 0;
  app.get(
    "/late.json",
    buildOpenApiAnswer(async () => {
      reads += 1;
      if (reads === 1) throw new Error("its file cannot be read");
      return { reads };
    }),
  );
  const refuse: ErrorRequestHandler = (_error, _request, response, _next) => void response.status(500).end();
  app.use(refuse);
  server = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  isCounting = false;
  await server.drain(0);
});

it("is written in a turn of its own for each who asks at the same time", async () => {
  const ask = async () => await (await fetch(`${server.url}/openapi.json`)).json();
  // The first one has it made; connections are open afterwards.
  await Promise.all(Array.from({ length: 20 }, ask));
  turns.length = 0;
  await Promise.all(Array.from({ length: 20 }, ask));
  expect(turns).toHaveLength(20);
  expect(new Set(turns).size).toBe(20);
});

it("is made anew where it could not be made at first", async () => {
  const ask = () => fetch(`${server.url}/late.json`);
  expect((await ask()).status).toBe(500);
  expect(await (await ask()).json()).toEqual({ reads: 2 });
});
