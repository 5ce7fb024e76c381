import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, it } from "@jest/globals";
import { WebSocketServer } from "ws";
import { openSupervisorLine, type SupervisorLine } from "../../../media/room/supervisor-line.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

/** Two processes behind an address that deals connections out in turn; each admits those that want it. */
const startTwoInTurn = async () => {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer();
  const connected = new Set<string>();
  let turn = 0;
  server.on("upgrade", (request, socket, head) => {
    const wanted = new URL(request.url ?? "", "http://localhost").searchParams.get("at") ?? "";
    turn += 1;
    if (Number(wanted) !== turn % 2) return socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n");
    sockets.handleUpgrade(request, socket, head, () => connected.add(wanted));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closes.push(() => {
    for (const client of sockets.clients) client.terminate();
    server.close();
  });
  const address = server.address();
  const url = `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return { connected, open: (at: number): SupervisorLine => openSupervisorLine(`${url}/?at=${at}`, () => {}) };
};

it("finds its process behind a balancer, whose turn another line takes as often", async () => {
  const { connected, open } = await startTwoInTurn();
  // The first connection gets process 1 and the second one 0: both the wrong one.
  const lines = [open(0), open(1)];
  closes.push(...lines.map((line) => () => line.close()));
  await waitUntil("both have found their process", () => connected.size === 2);
  expect([...connected].toSorted()).toEqual(["0", "1"]);
});
