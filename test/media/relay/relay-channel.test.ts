import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it } from "@jest/globals";
import { WebSocketServer } from "ws";
import { openRelayChannel } from "../../../media/relay/relay-channel.ts";

const SILENT = { frame: () => {}, lost: () => {}, awaitsWords: () => false };
const SETUP = '{"type":"setup","countInterruptions":true}';

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
  const { done } = openRelayChannel(url, SILENT, over.signal);
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
  const { words, done } = openRelayChannel(`ws://127.0.0.1:${address.port}`, SILENT, over.signal);
  server.once("upgrade", (request, socket, head) => {
    words.send({ type: "leave" });
    over.abort();
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("message", (data) => told.push(String(data)));
    });
  });
  await done;
  expect(told).toEqual([SETUP, '{"type":"leave"}']);
  sockets.close();
  server.close();
});

it("acts of the person before the connection is open are told once it is, in their order", async () => {
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
  const { words, done } = openRelayChannel(url, SILENT, over.signal);
  // That somebody speaks, or has heard everything, says nothing later.
  words.send({ type: "prompt", voicePrompt: "", last: false });
  words.send({ type: "spoken" });
  words.send({ type: "dtmf", digit: "4" });
  words.send({ type: "interrupt", utteranceUntilInterrupt: "Hello" });
  words.send({ type: "prompt", voicePrompt: "A table", last: true });
  await done;
  expect(told.map((text) => JSON.parse(text))).toEqual([
    { type: "setup", countInterruptions: true, interrupted: "Hello" },
    { type: "dtmf", digit: "4", id: expect.any(String) },
    { type: "prompt", voicePrompt: "A table", last: true, id: expect.any(String) },
  ]);
  sockets.close();
  server.close();
});

it("words that were on their way when the person interrupted are not taken, but for those that may not be interrupted", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const over = new AbortController();
  const taken: unknown[] = [];
  sockets.on("connection", (socket) => {
    const say = (token: string, frame: object = {}) =>
      socket.send(JSON.stringify({ type: "text", token, last: false, ...frame }));
    let interruptions = 0;
    socket.on("message", (data) => {
      const { type } = JSON.parse(String(data));
      if (type === "setup") say("Hello.", { interruptions: 0 });
      if (type !== "interrupt") return;
      interruptions += 1;
      say("On its way.", { interruptions: interruptions - 1 });
      socket.send(JSON.stringify({ type: "play", source: "on-its-way", interruptions: interruptions - 1 }));
      say("This call is recorded.", { interruptions: interruptions - 1, interruptible: false });
      say("Yes?", { interruptions });
      say("Of a former version.");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  let lost = 0;
  const { words, done } = openRelayChannel(
    `ws://127.0.0.1:${address.port}`,
    {
      frame: (frame) => {
        taken.push(frame.type === "text" ? frame.token : frame);
        if (taken.at(-1) === "Hello.") words.send({ type: "interrupt", utteranceUntilInterrupt: "" });
        if (taken.at(-1) !== "Of a former version.") return;
        // A new connection counts from the beginning.
        if (lost === 0) for (const socket of sockets.clients) socket.close(1001);
        else over.abort();
      },
      lost: () => void (lost += 1),
      awaitsWords: () => false,
    },
    over.signal,
  );
  await done;
  const after = ["Hello.", "This call is recorded.", "Yes?", "Of a former version."];
  expect(taken).toEqual([...after, ...after]);
  sockets.close();
  server.close();
});

it("begins a connection anew with what the one before may have lost, until it is known or answered", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const over = new AbortController();
  const setups: unknown[] = [];
  let awaitsWords = true;
  const steps: ((frame: { type: string }, socket: { close(code: number): void; send(text: string): void }) => void)[] =
    [
      // The greeting never comes, nor is what is said into it known.
      ({ type }, socket) => {
        if (type === "setup") return words.send({ type: "interrupt", utteranceUntilInterrupt: "Hello" });
        if (type === "interrupt") return words.send({ type: "prompt", voicePrompt: "A table", last: true });
        socket.close(1001);
      },
      // The answer begins.
      (_frame, socket) => {
        socket.send(JSON.stringify({ type: "text", token: "Yes.", last: false, interruptions: 0 }));
        socket.close(1001);
      },
      // They interrupt, which nothing shows to be known; then there is nothing left to come.
      ({ type }, socket) => {
        if (type === "setup") return words.send({ type: "interrupt", utteranceUntilInterrupt: "Yes" });
        awaitsWords = false;
        socket.close(1001);
      },
      (_frame, socket) => {
        socket.send(JSON.stringify({ type: "text", token: "", last: true, interruptions: 0 }));
        socket.close(1001);
      },
      () => over.abort(),
    ];
  sockets.on("connection", (socket) => {
    const step = steps.shift();
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === "setup") setups.push(frame);
      step?.(frame, socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const { words, done } = openRelayChannel(
    `ws://127.0.0.1:${address.port}`,
    { ...SILENT, awaitsWords: () => awaitsWords },
    over.signal,
  );
  await done;
  const setup = { type: "setup", countInterruptions: true };
  expect(setups).toEqual([
    setup,
    { ...setup, interrupted: "Hello", unanswered: [{ id: expect.any(String), text: "A table" }], missed: true },
    { ...setup, missed: true },
    { ...setup, interrupted: "Yes" },
    setup,
  ]);
  sockets.close();
  server.close();
});

it("tells the next connection the last turn whose words came whole or were spoken over, unless the person has spoken since", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const over = new AbortController();
  const setups: unknown[] = [];
  const say = (turn: string | undefined, last: boolean) =>
    JSON.stringify({ type: "text", token: "Yes. ", last, turn, interruptions: 0 });
  const frames = [
    [say("greeting", true), say("answer", false)],
    [say("answer", false), say("answer", true)],
    [say("another", false)],
    [say("another", true)],
    // Of a former version.
    [say(undefined, true)],
    [],
  ];
  const afterwards = [
    () => {},
    () => {},
    () => words.send({ type: "interrupt", utteranceUntilInterrupt: "Yes" }),
    () => words.send({ type: "prompt", voicePrompt: "A table", last: true }),
    () => {},
  ];
  sockets.on("connection", (socket) => {
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === "setup") setups.push(frame.settled);
      if (frame.type !== "setup") return;
      for (const text of frames.shift() ?? []) socket.send(text);
      if (frames.length === 0) over.abort();
      else socket.close(1001);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const events = { ...SILENT, lost: () => afterwards.shift()?.() };
  const { words, done } = openRelayChannel(`ws://127.0.0.1:${address.port}`, events, over.signal);
  await done;
  expect(setups).toEqual([undefined, "greeting", "answer", "another", undefined, undefined]);
  sockets.close();
  server.close();
});

it("begins a connection anew with the keys that were pressed since the words of the latest turn began", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const over = new AbortController();
  const setups: { pressed?: { digit: string; id: string }[] }[] = [];
  const sent: string[] = [];
  const say = (turn: string) => JSON.stringify({ type: "text", token: "Yes. ", last: false, turn, interruptions: 0 });
  const press = (digits: string) => {
    for (const digit of digits) words.send({ type: "dtmf", digit });
  };
  const frames = [[say("greeting")], [say("greeting")], [say("answer")], []];
  sockets.on("connection", (socket) => {
    let keysToCome = "";
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === "setup") {
        setups.push(frame);
        for (const text of frames.shift() ?? []) socket.send(text);
        if (frames.length === 0) return over.abort();
        socket.send(JSON.stringify({ type: "sendDigits", digits: "0" }));
      } else if (frame.type === "dtmf") {
        sent.push(frame.id);
        keysToCome += frame.digit;
        if (keysToCome.endsWith("9")) socket.close(1001);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  // All words have come by then.
  const frame = ({ type }: { type: string }) => {
    if (type === "sendDigits") press(setups.length === 1 ? "19" : "9");
  };
  const { words, done } = openRelayChannel(`ws://127.0.0.1:${address.port}`, { ...SILENT, frame }, over.signal);
  await done;
  const keysOf = ({ pressed = [] }: (typeof setups)[number]) => pressed.map(({ digit }) => digit).join("");
  expect(setups.map(keysOf)).toEqual(["", "19", "199", "9"]);
  expect(setups[2]?.pressed?.map(({ id }) => id)).toEqual(sent.slice(0, 3));
  sockets.close();
  server.close();
});

it("says nothing of what was missed where the person has spoken since", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const over = new AbortController();
  const told: unknown[] = [];
  sockets.on("connection", (socket) => {
    socket.on("message", (data) => {
      told.push(JSON.parse(String(data)));
      if (told.length === 1) socket.close(1001);
      if (told.length === 3) over.abort();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const lost = () => words.send({ type: "prompt", voicePrompt: "A table", last: true });
  const events = { ...SILENT, lost, awaitsWords: () => true };
  const { words, done } = openRelayChannel(`ws://127.0.0.1:${address.port}`, events, over.signal);
  await done;
  expect(told.slice(1)).toEqual([
    { type: "setup", countInterruptions: true },
    { type: "prompt", voicePrompt: "A table", last: true, id: expect.any(String) },
  ]);
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
  const events = { ...SILENT, lost: () => void (lost += 1) };
  const { done } = openRelayChannel(server.url, events, over.signal, wait);
  await done;
  expect(waits).toEqual([100, 200, 400, 800, 1600, 2000, 2000, 100, 100]);
  expect(lost).toBe(2);
  server.close();
});

it("endless acts of a person without a connection are told as far as the next connection bears", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const told: string[] = [];
  const over = new AbortController();
  sockets.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => {
      told.push(data.toString());
      if (told.length === 1) socket.send(JSON.stringify({ type: "language", transcriptionLanguage: "en" }));
      if (told.at(-1)?.includes('"#"')) over.abort();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const events = { ...SILENT, frame: () => words.send({ type: "dtmf", digit: "#" }) };
  const { words, done } = openRelayChannel(`ws://127.0.0.1:${address.port}`, events, over.signal);
  for (let key = 0; key < 1000; key += 1) words.send({ type: "dtmf", digit: "1" });
  await done;
  const [setup, ...keys] = told.map((text) => JSON.parse(text));
  expect(setup).toEqual(JSON.parse(SETUP));
  expect(keys.map(({ digit }) => digit).join("")).toBe(`${"1".repeat(100)}#`);
  sockets.close();
  server.close();
});
