import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { choosePorts, findFreePort, findListenFault, isPortFree } from "../../../infra/local/ports.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const newFolder = temporaryFolders();

const occupy = async (port: number) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
};

it("tells a port that is in use from a free one", async () => {
  const port = await findFreePort();
  expect(await isPortFree(port)).toBe(true);
  await using _server = await occupy(port);
  expect(await findListenFault(port)).toBe("EADDRINUSE");
});

it("gives a port to one of several processes", async () => {
  const given = await findFreePort();
  // Any other process that asks for ports finds this one chosen, as it does when it asks for the port of the same number.
  const socket = createSocket("udp4");
  const fault = await new Promise<unknown>((resolve) => {
    socket.once("error", resolve).bind({ port: given, address: "127.0.0.1", exclusive: true }, () => resolve(null));
  });
  socket.close();
  expect(fault).toMatchObject({ code: "EADDRINUSE" });
});

it("takes the preferred port, and the same again next time", async () => {
  const file = join(newFolder(), "ports.json");
  const preferred = await findFreePort();
  const first = await choosePorts(file, { one: preferred, other: 0 });
  expect(first.one).toBe(preferred);
  expect(await choosePorts(file, { one: await findFreePort(), other: 0 })).toEqual(first);
});

it("leaves a remembered port that is in use, and remembers the new one", async () => {
  const file = join(newFolder(), "ports.json");
  const { one } = await choosePorts(file, { one: 0 });
  await using _server = await occupy(one);
  const again = await choosePorts(file, { one });
  expect(again.one).not.toBe(one);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(again);
});

it("never gives one port to two names", async () => {
  const port = await findFreePort();
  const { one, other } = await choosePorts(join(newFolder(), "ports.json"), { one: port, other: port });
  expect(one).toBe(port);
  expect(other).not.toBe(port);
});

it("gives none of the ports that are kept for others, remembered or preferred", async () => {
  const file = join(newFolder(), "ports.json");
  const { one } = await choosePorts(file, { one: 0 });
  const again = await choosePorts(file, { one }, new Set([one]));
  expect(again.one).not.toBe(one);
});
