import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "@jest/globals";
import { listen } from "../../../api/http/listen.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const REQUEST = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\nhi";
const UPGRADE = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";

const connectTo = async (url: string) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const heard = { text: "", isClosed: false };
  socket.on("data", (data) => {
    heard.text += String(data);
  });
  socket
    .on("error", () => {})
    .on("close", () => {
      heard.isClosed = true;
    });
  await once(socket, "connect");
  return { socket, heard };
};

const answersOf = ({ text }: { text: string }) => text.split("HTTP/1.1 200 OK").length - 1;

it("answers what comes over a connection that was idle when it began to leave, and then closes it", async () => {
  const server = await listen((request, response) => void request.resume().on("end", () => response.end("ok")), {
    host: "127.0.0.1",
    port: 0,
    onUpgrade: (_request, socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
  });
  const [used, unused, upgraded] = [
    await connectTo(server.url),
    await connectTo(server.url),
    await connectTo(server.url),
  ];
  used.socket.write(REQUEST);
  await waitUntil("it is answered", () => answersOf(used.heard) === 1);
  expect(used.heard.text.toLowerCase()).toContain("connection: keep-alive");
  const drained = server.drain(60_000);
  await waitUntil("nobody can connect", () =>
    connectTo(server.url).then(
      ({ socket }) => socket.destroy() && false,
      () => true,
    ),
  );
  used.socket.write(REQUEST);
  await waitUntil("it is answered too", () => answersOf(used.heard) === 2);
  expect(used.heard.text.toLowerCase()).toContain("connection: close");
  // A load balancer takes such a request, of which nothing was answered, to another process.
  if (!upgraded.heard.isClosed) upgraded.socket.write(UPGRADE);
  await drained;
  await waitUntil("all are closed", () => [used, unused, upgraded].every(({ heard }) => heard.isClosed));
  expect([unused.heard.text, upgraded.heard.text]).toEqual(["", ""]);
});

it("waits for a request that runs, and for none longer than it may", async () => {
  const running: (() => void)[] = [];
  const server = await listen((_request, response) => void running.push(() => response.end("late")), {
    host: "127.0.0.1",
    port: 0,
  });
  const [one, other] = [await connectTo(server.url), await connectTo(server.url)];
  for (const { socket } of [one, other]) socket.write(REQUEST);
  await waitUntil("both run", () => running.length === 2);
  const drained = server.drain(2000);
  running[0]?.();
  await drained;
  await waitUntil("both are closed", () => one.heard.isClosed && other.heard.isClosed);
  const texts = [one.heard.text, other.heard.text];
  expect(texts.filter((text) => text.includes("late"))).toHaveLength(1);
  expect(texts).toContain("");
});
