import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it } from "@jest/globals";
import { WebSocketServer } from "ws";
import { openWordsChannel } from "../../media/words-channel.ts";

it("a connection that another media process has taken over is not taken back", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => socket.close(4000, "connected anew"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const over = new AbortController();
  const url = `ws://127.0.0.1:${address.port}`;
  const { done } = openWordsChannel(url, { frame: () => {}, lost: () => {} }, over.signal);
  await expect(done).rejects.toThrow("another media process has taken up this call");
  sockets.close();
  server.close();
});

it("a person who leaves while the connection is being made is told of once it is open, and then it is closed", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const told: string[] = [];
  const over = new AbortController();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const { words, done } = openWordsChannel(
    `ws://127.0.0.1:${address.port}`,
    { frame: () => {}, lost: () => {} },
    over.signal,
  );
  server.once("upgrade", (request, socket, head) => {
    words.send({ type: "leave" });
    over.abort();
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("message", (data) => told.push(String(data)));
    });
  });
  await done;
  expect(told).toEqual(['{"type":"setup"}', '{"type":"leave"}']);
  sockets.close();
  server.close();
});

it("keys that are pressed before the connection is open are told once it is, in their order", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const told: string[] = [];
  const over = new AbortController();
  sockets.on("connection", (socket) => {
    socket.on("message", (data) => {
      told.push(String(data));
      if (told.length === 3) over.abort();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const url = `ws://127.0.0.1:${address.port}`;
  const { words, done } = openWordsChannel(url, { frame: () => {}, lost: () => {} }, over.signal);
  for (const digit of ["4", "2"]) words.send({ type: "dtmf", digit });
  await done;
  expect(told).toEqual(['{"type":"setup"}', '{"type":"dtmf","digit":"4"}', '{"type":"dtmf","digit":"2"}']);
  sockets.close();
  server.close();
});

/** Starts a server that refuses so many connections, and ends each that it takes at once. */
const refusingServer = async (refusals: number) => {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  let tries = 0;
  server.on("upgrade", (request, socket, head) => {
    tries += 1;
    if (tries <= refusals) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (opened) => opened.close(1001, "going away"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const close = () => {
    sockets.close();
    server.close();
  };
  return { url: `ws://127.0.0.1:${address.port}`, close };
};

it("a connection that is refused is made again later each time, and soon after one that stood", async () => {
  const server = await refusingServer(7);
  const over = new AbortController();
  const waits: number[] = [];
  let lost = 0;
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    if (waits.length === 9) over.abort();
  };
  const events = { frame: () => {}, lost: () => void (lost += 1) };
  const { done } = openWordsChannel(server.url, events, over.signal, wait);
  await done;
  expect(waits).toEqual([100, 200, 400, 800, 1600, 2000, 2000, 100, 100]);
  expect(lost).toBe(2);
  server.close();
});
