import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import {
  leaveSupervisionOperation,
  takeOverOperation,
  whisperOperation,
} from "../../api/calls/supervision/supervision.operations.ts";
import { SIDES } from "../../media/room/supervisor-line.ts";
import { environmentOf } from "../api/conversations/drivers/driver-platform.ts";
import { wordsOf } from "../api/conversations/talking-organization.ts";
import { startApiProcess } from "../harness/api-process.ts";
import { measureAgain } from "../harness/measured-again.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { AGENT, beginCall, PERSON, type SocketCalls, SUPERVISOR, startSocketCalls, supervise } from "./socket-call.ts";

const GREETING = "Hello Ada, this is Mira.";
const STORY = "We are open on weekdays from nine in the morning until six in the evening, and on Saturdays until noon.";

let calls: SocketCalls;
beforeAll(async () => {
  calls = await startSocketCalls();
});
afterAll(() => calls?.close());
beforeEach(() => {
  calls.understood.length = 0;
  calls.spoken.length = 0;
});

/** How far behind a supervisor hears both sides, and how soon an agent falls silent whose call is taken over. */
const LIMITS = { personMs: 500, agentMs: 500, silentMs: 1000 };

it("lets a supervisor hear both sides, whisper, and speak to the person in the agent's place", async () => {
  const measured = await measureAgain(LIMITS, superviseWholeCall);
  expect(measured.personMs).toBeLessThan(LIMITS.personMs);
  expect(measured.agentMs).toBeLessThan(LIMITS.agentMs);
  expect(measured.silentMs).toBeLessThan(LIMITS.silentMs);
});

const superviseWholeCall = async (): Promise<typeof LIMITS> => {
  calls.understood.length = 0;
  calls.spoken.length = 0;
  const call = await beginCall(calls, {
    script: [
      { when: "discount", say: "You get ten percent off." },
      { when: "hours", say: STORY },
    ],
  });
  const { spoken } = calls;
  let media = call.startMedia();
  await call.ear.first("the greeting", AGENT);
  const supervisor = await supervise(calls, call);
  expect(supervisor.body).toMatchObject({ no_sound: null, no_take_over: null });
  await waitUntil("the supervisor is connected with the sound", async () => supervisor.ear.frames.length > 0);

  // Both sides, and how far behind.
  const saidAt = await call.says("What are your hours?");
  const person = await supervisor.ear.first("the person", PERSON, saidAt);
  const agent = await call.ear.first("the agent at the page", AGENT, person.atMs);
  const agentHere = await supervisor.ear.first("the agent", AGENT, person.atMs);
  const behind = { person: person.atMs - saidAt, agent: agentHere.atMs - agent.atMs };
  process.stderr.write(
    `a supervisor hears the person ${behind.person.toFixed(0)} ms and the agent ${behind.agent.toFixed(0)} ms behind\n`,
  );
  expect([person.side, agentHere.side]).toEqual([SIDES.person, SIDES.agent]);

  // Taken over in the middle of the story.
  const takenAt = performance.now();
  await supervisor.client.call(takeOverOperation, { params: supervisor.params });
  // The supervisor's microphone is open, and silent.
  const silentAt = await waitUntil("the agent is silent", () => {
    const last = call.ear.frames.findLast(({ loudness }) => loudness === AGENT);
    return last && performance.now() - last.atMs > 600 ? last.atMs : null;
  });
  process.stderr.write(
    `the agent fell silent ${Math.max(0, silentAt - takenAt).toFixed(0)} ms after it was taken over\n`,
  );

  // The supervisor's voice reaches the person, and the person the supervisor.
  const spokeAt = supervisor.microphone.set(SUPERVISOR);
  const reached = await call.ear.first("the supervisor at the page", SUPERVISOR, spokeAt);
  process.stderr.write(`the person hears the supervisor ${(reached.atMs - spokeAt).toFixed(0)} ms later\n`);
  // Their sentence ends, and stands in the transcript.
  calls.understood.push("This is Grace, how can I help?");
  await waitUntil("it is said", () => performance.now() - spokeAt > 400);
  supervisor.microphone.set(0);
  const transcript = async () => (await wordsOf(calls.platform, call.params.run_id)).join("\n");
  await waitUntil("the supervisor's words are in the transcript", async () =>
    (await transcript()).includes("supervisor: This is Grace, how can I help?"),
  );
  expect(spoken).not.toContain("This is Grace, how can I help?");
  const saidAgainAt = await call.says("Thank you");
  await supervisor.ear.first("the person", PERSON, saidAgainAt);
  expect(supervisor.ear.frames.some(({ side }) => side === SIDES.supervisor)).toBe(false);

  // Another media process goes on with the call: the supervisor still has it.
  await media.stop();
  media = call.startMedia();
  const againAt = performance.now();
  await waitUntil("the supervisor hears again", () => supervisor.ear.frames.some(({ atMs }) => atMs > againAt + 50));
  const spokeAgainAt = supervisor.microphone.set(SUPERVISOR);
  await call.ear.first("the supervisor at the page", SUPERVISOR, spokeAgainAt);
  supervisor.microphone.set(0);

  // Handed back; a whisper is followed and not heard.
  await supervisor.client.call(leaveSupervisionOperation, { params: supervisor.params });
  await waitUntil("the agent says that it is back", () =>
    spoken.some((text) => text.includes("with the assistant again")),
  );
  const second = await supervise(calls, call);
  await second.client.call(whisperOperation, { params: second.params, body: { text: "Offer them a discount" } });
  await call.says("What else?");
  await waitUntil("the whisper is followed", () => spoken.includes("You get ten percent off."));
  expect(spoken.join("\n")).not.toContain("Offer them");
  expect(spoken[0]).toBe(GREETING);
  second.socket.close();
  supervisor.socket.close();
  await media.stop();
  call.page.close();
  return { personMs: behind.person, agentMs: behind.agent, silentMs: silentAt - takenAt };
};

/** Passes each connection to the next of these in turn, as a load balancer does. */
const startBalancer = async (urls: readonly string[]) => {
  let connections = 0;
  const server = createServer((near) => {
    const { hostname, port } = new URL(urls[(connections += 1) % urls.length] ?? "");
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    close: () => void server.close(),
  };
};

it("reaches supervisors of two processes of the API, of whom either may take it over", async () => {
  const { platform } = calls;
  const elsewhere = startApiProcess({ ...environmentOf(platform), LOCAL_SPEECH: "true" });
  const otherUrl = await elsewhere.listening();
  const balancer = await startBalancer([platform.api.baseUrl, otherUrl]);
  const call = await beginCall(calls, { script: [{ when: "hours", say: STORY }] });
  const media = call.startMedia(balancer.url);
  await call.ear.first("the greeting", AGENT);
  const here = await supervise(calls, call);
  const there = await supervise(calls, call, otherUrl);
  for (const { ear } of [here, there])
    await waitUntil("they are connected with the sound", () => ear.frames.length > 0);
  const saidAt = await call.says("What are your hours?");
  for (const { ear } of [here, there]) {
    await ear.first("the person", PERSON, saidAt);
    await ear.first("the agent", AGENT, saidAt);
  }
  // Whoever is with the other process takes the call over: the person hears them, and so does the other supervisor.
  await there.client.call(takeOverOperation, { params: there.params });
  await waitUntil("the agent is silent", () => {
    const last = call.ear.frames.findLast(({ loudness }) => loudness === AGENT);
    return last && performance.now() - last.atMs > 600;
  });
  const spokeAt = there.microphone.set(SUPERVISOR);
  await call.ear.first("the supervisor at the page", SUPERVISOR, spokeAt);
  await here.ear.first("the other supervisor", SUPERVISOR, spokeAt);
  there.microphone.set(0);
  // When they are gone the other one still hears the call.
  await there.client.call(leaveSupervisionOperation, { params: there.params });
  there.socket.close();
  const againAt = await call.says("Hello?");
  await here.ear.first("the person", PERSON, againAt);
  here.socket.close();
  await media.stop();
  call.page.close();
  balancer.close();
  elsewhere.child.kill("SIGTERM");
  await elsewhere.ended;
});
