import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { WebSocket } from "ws";
import { createRunOperation, readTranscriptOperation } from "../../../api/calls/calls.operations.ts";
import {
  beginSupervisionOperation,
  leaveSupervisionOperation,
  listSupervisionsOperation,
  sayForSupervisorOperation,
  takeOverOperation,
  whisperOperation,
} from "../../../api/calls/supervision/supervision.operations.ts";
import {
  MOST_SUPERVISORS,
  SUPERVISOR_LOST_AFTER_SECONDS,
  SUPERVISOR_PULSE_SECONDS,
} from "../../../domain/call/supervision.rules.ts";
import { requestTransfer } from "../../../infra/postgres/call/call-transfers.repository.ts";
import { addMember, createKey, createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { openRelayEar } from "../conversations/drivers/relay-ear.ts";
import {
  heardOn,
  openTalkingOrganization,
  runRow,
  type TalkingOrganization,
  untilOver,
  wordsOf,
} from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

let platform: CallingPlatform;
beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 300, defaults: { outcomes: ["answered"], ring_seconds: 1 } });
});
afterAll(() => platform.close());

const SCRIPT = [
  { when: "ten percent", say: "I can offer you a discount." },
  { when: "price", say: "It costs a hundred euros." },
  { when: "slow", delay_ms: 60_000, say: "This comes too late." },
];
const BACK_AGAIN = "You are talking with the assistant again.";

let organization: TalkingOrganization;
let supervisor: ApiClient;
beforeEach(async () => {
  organization = await openTalkingOrganization(platform, { script: SCRIPT });
  supervisor = platform.api.client(organization.supervisor);
});

/** A page that speaks and listens itself: only its words come to the platform. */
const openPage = async () => {
  const { body: run } = await platform.api.client(organization.operator).call(createRunOperation, {
    params: { workflow_id: organization.agentId },
    body: { name: "WEB-1", mode: "smallwebrtc", initial_context: { name: "Ada" } },
  });
  if (!run.join) throw new Error("the run says nowhere to join");
  const ear = openRelayEar(run.join.url, {}, {});
  await ear.hear();
  const params = { workflow_id: organization.agentId, run_id: run.id };
  const ask = (text: string) => ear.send({ type: "prompt", voicePrompt: text, last: true });
  return { runId: run.id, ear, params, ask };
};
type CallPage = Awaited<ReturnType<typeof openPage>>;

const begin = async (page: Pick<CallPage, "params">, client = supervisor) => {
  const { body } = await client.call(beginSupervisionOperation, { params: page.params });
  return { body, params: { ...page.params, supervision_uuid: body.supervision_uuid }, url: body.join?.url ?? "" };
};

const join = async (url: string) => {
  const socket = new WebSocket(url);
  const told: { supervision: { mode: string; is_taken_over: boolean } }[] = [];
  socket.on("message", (data: Buffer) => told.push(JSON.parse(data.toString())));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  return { socket, told, closed };
};

const takeOver = async (page: CallPage) => {
  const begun = await begin(page);
  const { socket } = await join(begun.url);
  const { body } = await supervisor.call(takeOverOperation, { params: begun.params });
  return { ...begun, socket, taken: body };
};

const listed = async ({ params }: Pick<CallPage, "params">) => {
  const { body } = await supervisor.call(listSupervisionsOperation, { params });
  const [first] = body.supervisions;
  if (!first) throw new Error("nobody supervises the call");
  return first;
};

const eventsOf = (runId: number) =>
  platform.test.everything
    .selectFrom("timeline_events")
    .select(["actor", "summary", "payload"])
    .where("run_id", "=", runId)
    .orderBy("id")
    .execute();

describe("supervising a call", () => {
  it("shows who listens, and keeps on the timeline who did and for how long", async () => {
    const page = await openPage();
    const { body, params, url } = await begin(page);
    expect(body).toMatchObject({ mode: "listen", state: "open", no_take_over: null, no_sound: expect.any(String) });
    const { socket, closed } = await join(url);
    const listed = await platform.api
      .client(organization.viewer)
      .call(listSupervisionsOperation, { params: page.params });
    expect(listed.body.supervisions).toEqual([
      expect.objectContaining({
        supervision_uuid: body.supervision_uuid,
        supervisor: `user:${organization.supervisor.userId}`,
      }),
    ]);
    const left = await supervisor.call(leaveSupervisionOperation, { params });
    expect(left.body).toMatchObject({ state: "ended", end_reason: "left", ended_at: expect.anything() });
    expect(await closed).toBe(1000);
    socket.close();
    const events = await eventsOf(page.runId);
    const told = events.filter(({ actor }) => actor === `user:${organization.supervisor.userId}`);
    expect(told.map(({ summary }) => summary)).toEqual([
      "WEB-1: a supervisor listens to the call",
      expect.stringMatching(/^WEB-1: a supervisor left the call after \d+ s$/),
    ]);
    expect(told.at(-1)?.payload).toMatchObject({
      event: "supervision_ended",
      reason: "left",
      seconds: expect.any(Number),
      taken_over_seconds: 0,
      whispers: 0,
    });
    const acts = await platform.test.everything
      .selectFrom("acts")
      .select("operation")
      .where("organization_id", "=", organization.organizationId)
      .where("operation", "like", "supervision.%")
      .orderBy("id")
      .execute();
    expect(acts.map(({ operation }) => operation)).toEqual(["supervision.begin", "supervision.leave"]);
  });

  it("has a whisper change what the agent says next, and no word of it reach the person", async () => {
    const page = await openPage();
    const { params, url } = await begin(page);
    await join(url);
    page.ask("What is the price?");
    expect((await page.ear.hear()).words.join(" ")).toBe("It costs a hundred euros.");
    const { body } = await supervisor.call(whisperOperation, { params, body: { text: "Offer them ten percent off" } });
    expect(body.whispers).toBe(1);
    page.ask("And the price is final?");
    expect((await page.ear.hear()).words.join(" ")).toBe("I can offer you a discount.");
    page.ask("And that price?");
    expect((await page.ear.hear()).words.join(" ")).toBe("It costs a hundred euros.");
    expect(await wordsOf(platform, page.runId)).toContain("whisper: Offer them ten percent off");
    const { body: transcript } = await supervisor.call(readTranscriptOperation, { params: page.params });
    expect(transcript.entries).toContainEqual(
      expect.objectContaining({ speaker: "whisper", text: "Offer them ten percent off" }),
    );
    expect((await eventsOf(page.runId)).map(({ payload }) => JSON.stringify(payload)).join()).not.toContain(
      "ten percent",
    );
  });

  it("has the agent fall silent when it is taken over, speak for the supervisor, and go on when it is handed back", async () => {
    const page = await openPage();
    page.ask("Be slow");
    await waitUntil("the agent prepares its answer", async () =>
      (await wordsOf(platform, page.runId)).includes("person: Be slow"),
    );
    const { params, socket, taken } = await takeOver(page);
    expect(taken).toMatchObject({ mode: "take_over", taken_over_at: expect.anything() });
    page.ask("What is the price?");
    await supervisor.call(sayForSupervisorOperation, { params, body: { text: "This is Grace speaking." } });
    const heard: string[] = [];
    await waitUntil("the supervisor's words are heard", async () => {
      heard.push(...(await page.ear.hear()).words);
      return heard.includes("This is Grace speaking.");
    });
    expect(heard).toEqual(["This is Grace speaking."]);
    await supervisor.call(leaveSupervisionOperation, { params });
    await waitUntil("the agent goes on", async () => {
      heard.push(...(await page.ear.hear()).words);
      return heard.includes(BACK_AGAIN);
    });
    page.ask("What is the price?");
    expect((await page.ear.hear()).words).toEqual(["It costs a hundred euros."]);
    expect((await wordsOf(platform, page.runId)).filter((line) => !line.startsWith("step"))).toEqual([
      expect.stringMatching(/^agent: /),
      "person: Be slow",
      "person: What is the price?",
      "supervisor: This is Grace speaking.",
      `agent: ${BACK_AGAIN}`,
      "agent: What else can I do for you?",
      "person: What is the price?",
      "agent: It costs a hundred euros.",
    ]);
    expect((await eventsOf(page.runId)).at(-1)?.payload).toMatchObject({ taken_over_seconds: expect.any(Number) });
    socket.close();
  });

  it("hands the call back when the supervisor is lost, of whom it waits for less than ten seconds to hear", async () => {
    const page = await openPage();
    const { socket } = await takeOver(page);
    socket.terminate();
    expect((await page.ear.hear()).words[0]).toBe(BACK_AGAIN);
    expect(SUPERVISOR_LOST_AFTER_SECONDS + SUPERVISOR_PULSE_SECONDS).toBeLessThan(10);
    const last = (await eventsOf(page.runId)).at(-1);
    expect(last).toMatchObject({
      summary: expect.stringContaining("the connection of a supervisor was lost"),
      payload: { reason: "lost" },
    });
  });

  it("lets a supervisor come back who lost the connection for a moment", async () => {
    // A busy machine may take longer than it waits for a lost supervisor: another one comes back then.
    const { page, again } = await waitUntil("a supervisor is back in time", async () => {
      const call = await openPage();
      const { socket, url, params } = await takeOver(call);
      socket.terminate();
      const back = await join(url);
      await supervisor.call(sayForSupervisorOperation, { params, body: { text: "I am back." } });
      return { page: call, again: back };
    });
    expect((await page.ear.hear()).words).toEqual(["I am back."]);
    expect(again.told.at(-1)?.supervision).toMatchObject({ mode: "take_over", is_taken_over: true });
    again.socket.close();
  });

  it("ends the call where the supervisor chooses so, without another word of the agent", async () => {
    const page = await openPage();
    const { params } = await takeOver(page);
    const { body } = await supervisor.call(leaveSupervisionOperation, { params, query: { call: "ends" } });
    expect(body).toMatchObject({ state: "ended", end_reason: "hung_up" });
    expect(await page.ear.hear()).toMatchObject({ words: [], then: "ended" });
    expect((await untilOver(platform, page.runId)).state).toBe("completed");
  });
});

describe("who may supervise", () => {
  it("refuses operators, other organizations, other supervisors' sessions, and scopes without it", async () => {
    const page = await openPage();
    const operator = platform.api.client(organization.operator);
    expect(await operator.refused(beginSupervisionOperation, { params: page.params })).toMatchObject({
      status: 403,
      code: "role_insufficient",
    });
    const stranger = platform.api.client((await createTenant(platform.test)).owner);
    expect((await stranger.refused(beginSupervisionOperation, { params: page.params })).status).toBe(404);
    const { params, url } = await begin(page);
    await join(url);
    expect((await stranger.refused(takeOverOperation, { params })).status).toBe(404);
    const other = platform.api.client(
      await addMember(platform.test, { organizationId: organization.organizationId, role: "supervisor" }),
    );
    expect((await other.refused(whisperOperation, { params, body: { text: "Hi" } })).status).toBe(404);
    const narrow = await createKey(platform.test, {
      tenant: organization,
      role: "supervisor",
      scopes: ["calls:write"],
    });
    const wide = await createKey(platform.test, {
      tenant: organization,
      role: "supervisor",
      scopes: ["supervision:write"],
    });
    expect((await platform.api.client(narrow).refused(beginSupervisionOperation, { params: page.params })).status).toBe(
      403,
    );
    await begin(page, platform.api.client(wide));
    const sandbox = await createKey(platform.test, { tenant: organization, role: "admin", environment: "sandbox" });
    expect(
      await platform.api.client(sandbox).refused(beginSupervisionOperation, { params: page.params }),
    ).toMatchObject({ status: 403, code: "sandbox_key" });
  });

  it("refuses where the disclosure is switched off, before a call is answered, and when it is over", async () => {
    const page = await openPage();
    await platform.test.everything
      .updateTable("organizations")
      .set({ disclosure_off_reason: "we tell them by letter" })
      .where("id", "=", organization.organizationId)
      .execute();
    expect(await supervisor.refused(beginSupervisionOperation, { params: page.params })).toMatchObject({
      status: 403,
      code: "disclosure_off",
    });
    await platform.test.everything
      .updateTable("organizations")
      .set({ disclosure_off_reason: null })
      .where("id", "=", organization.organizationId)
      .execute();
    page.ear.send({ type: "leave" });
    await untilOver(platform, page.runId);
    expect(await supervisor.refused(beginSupervisionOperation, { params: page.params })).toMatchObject({
      status: 409,
      code: "workflow_run_over",
    });
  });

  it("ends with the right to it: the connection is closed, and the agent goes on", async () => {
    const page = await openPage();
    const { url } = await begin(page);
    const { closed } = await join(url);
    await supervisor.call(takeOverOperation, {
      params: { ...page.params, supervision_uuid: (await listed(page)).supervision_uuid },
    });
    await platform.test.everything
      .updateTable("memberships")
      .set({ role: "operator" })
      .where("user_id", "=", organization.supervisor.userId)
      .execute();
    expect(await closed).toBe(1000);
    expect((await page.ear.hear()).words[0]).toBe(BACK_AGAIN);
  });

  it("admits so many listeners, and one who takes over", async () => {
    const page = await openPage();
    const first = await takeOver(page);
    expect((await supervisor.call(takeOverOperation, { params: first.params })).body.mode).toBe("take_over");
    const second = await begin(page);
    expect(await supervisor.refused(takeOverOperation, { params: second.params })).toMatchObject({
      status: 409,
      code: "supervision_not_joined",
    });
    await join(second.url);
    expect(await supervisor.refused(takeOverOperation, { params: second.params })).toMatchObject({
      status: 409,
      code: "call_taken_over",
    });
    expect(
      await supervisor.refused(sayForSupervisorOperation, { params: second.params, body: { text: "Hi" } }),
    ).toMatchObject({ status: 409, code: "call_not_taken_over" });
    for (let begun = 2; begun < MOST_SUPERVISORS; begun += 1) await begin(page);
    expect(await supervisor.refused(beginSupervisionOperation, { params: page.params })).toMatchObject({
      status: 409,
      code: "too_many_supervisors",
    });
  });

  it("refuses a whisper that nobody would read, in the call of a caller whom a person has taken", async () => {
    const page = await openPage();
    const { params } = await begin(page);
    const { organizationId } = organization;
    const { database } = platform.api.dependencies;
    const uuid = await database.inOrganization(organizationId, (tx) =>
      requestTransfer(tx, {
        ...{ uuid: randomUUID(), organizationId, runId: page.runId, targets: ["+14155550199"], briefing: "" },
        ...{ language: "en-US", hold: { text: null, recordingId: null }, ringTimeoutSeconds: 20 },
      }),
    );
    // The agent may still come back.
    const waiting = await supervisor.call(whisperOperation, { params, body: { text: "Hi" } });
    expect(waiting.body.whispers).toBe(1);
    await platform.test.everything
      .updateTable("call_transfers")
      .set({ state: "connected" })
      .where("uuid", "=", uuid)
      .execute();
    expect(await supervisor.refused(whisperOperation, { params, body: { text: "Hi" } })).toMatchObject({
      status: 409,
      code: "call_being_transferred",
    });
  });

  it("admits no connection with another token, nor once the supervision is over", async () => {
    const page = await openPage();
    const { params, url } = await begin(page);
    await expect(join(url.replace(/[^/]+$/, randomUUID()))).rejects.toThrow("401");
    await supervisor.call(leaveSupervisionOperation, { params });
    await expect(join(url)).rejects.toThrow("401");
    expect(await supervisor.refused(whisperOperation, { params, body: { text: "Hi" } })).toMatchObject({
      status: 409,
      code: "supervision_over",
    });
  });
});

describe("a call through a carrier that speaks itself", () => {
  it("is taken over by what a supervisor writes", async () => {
    const runId = await organization.call({
      // Stays until they have heard the supervisor.
      talk: [{ says: "What is the price?" }, { hangs_up: true, after: "half the price" }],
      speed: 20,
    });
    const params = { workflow_id: organization.agentId, run_id: runId };
    await waitUntil("the agent has answered", async () =>
      (await wordsOf(platform, runId)).some((line) => line.includes("hundred euros")),
    );
    const page = { params, runId };
    const begun = await begin(page);
    await join(begun.url);
    await supervisor.call(takeOverOperation, { params: begun.params });
    await supervisor.call(sayForSupervisorOperation, {
      params: begun.params,
      body: { text: "This is Grace. For you it is half the price." },
    });
    const { carrier_call_id: callId } = await runRow(platform, runId);
    const heard = await waitUntil("the person hears the supervisor", async () => {
      const lines = await heardOn(platform, callId ?? "");
      return lines.join("\n").includes("For you it is half the price.") ? lines : null;
    });
    expect(heard.filter((line) => line.startsWith("agent said")).join("\n")).toContain("This is Grace.");
    const words = await wordsOf(platform, runId);
    expect(words.slice(words.findIndex((line) => line.includes("hundred")) + 1)).toEqual([
      "supervisor: This is Grace.",
      "supervisor: For you it is half the price.",
    ]);
  });

  it("says why a carrier that asks for each answer cannot be taken over, and takes a whisper", async () => {
    const byTurns = await openTalkingOrganization(platform, {
      script: SCRIPT,
      account: { turn_by_turn: true },
      configurations: { max_user_idle_timeout: 120 },
    });
    supervisor = platform.api.client(byTurns.supervisor);
    const runId = await byTurns.call({
      // Silent for minutes: the agent asks again later than that.
      talk: [{ says: "What is the price?" }, { waits_seconds: 9_000 }],
      speed: 1,
    });
    await waitUntil("the agent has answered", async () =>
      (await wordsOf(platform, runId)).some((line) => line.includes("hundred euros")),
    );
    const begun = await begin({ params: { workflow_id: byTurns.agentId, run_id: runId } });
    await join(begun.url);
    expect(begun.body.no_take_over).toContain("asks for each answer");
    expect(await supervisor.refused(takeOverOperation, { params: begun.params })).toMatchObject({
      status: 409,
      code: "take_over_impossible",
      detail: begun.body.no_take_over,
    });
    await supervisor.call(whisperOperation, { params: begun.params, body: { text: "Give ten percent off" } });
    expect(await wordsOf(platform, runId)).toContain("whisper: Give ten percent off");
  });
});
