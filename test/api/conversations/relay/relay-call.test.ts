import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { type RelayCall, runRelayCall } from "../../../../api/conversations/relay/relay-call.ts";
import { type IncomingFrame, readFrame } from "../../../../api/conversations/relay/relay-frames.ts";
import type { Conversation } from "../../../../domain/conversation/conversation.ts";
import { createReception } from "../../../application/conversation/reception.ts";
import { useTenantApi } from "../../../harness/tenant-api.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const { test, api, tenant } = await useTenantApi();

/** A call on whose connection frames come as each test wants them; its conversation is opened when `open` is called. */
const connect = async (): Promise<{ call: RelayCall; take(frame: object): void; open(): void; runId: number }> => {
  const rig = await createReception(test, tenant, {});
  const run = await test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("uuid", "=", rig.runUuid)
    .executeTakeFirstOrThrow();
  const opening = Promise.withResolvers<Conversation>();
  const call = runRelayCall(api.dependencies, {
    run,
    send: () => {},
    close: () => {},
    open: () => opening.promise,
  });
  return {
    call,
    take: (frame) => call.take(asFrame(frame)),
    open: () => void rig.open().then(({ conversation }) => opening.resolve(conversation), opening.reject),
    runId: run.id,
  };
};

const asFrame = (frame: object): IncomingFrame => {
  const read = readFrame(JSON.stringify(frame));
  if (read === null || read === "unknown") throw new Error("not a frame");
  return read;
};

const inputsOf = async (runId: number): Promise<unknown[]> => {
  const turns = await test.everything
    .selectFrom("conversation_turns")
    .select("input")
    .where("run_id", "=", runId)
    .orderBy("number")
    .execute();
  return turns.map(({ input }) => input);
};

describe("a connection that closes while its conversation is still being opened", () => {
  it.each([
    [
      "words",
      [{ type: "prompt", voicePrompt: "Never call me again." }],
      { kind: "speech", text: "Never call me again." },
    ],
    ["keys", [..."19"].map((digit) => ({ type: "dtmf", digit })), { kind: "digits", digits: "19" }],
  ])("keeps the %s that had come", async (_, frames, input) => {
    const { call, take, open, runId } = await connect();
    take({ type: "setup" });
    frames.forEach(take);
    // Closes in a later event than those in which frames come.
    await setImmediate();
    call.stop();
    open();
    await waitUntil("a turn is made of them", async () => (await inputsOf(runId)).length > 0);
    expect(await inputsOf(runId)).toEqual([expect.objectContaining(input)]);
  });
});

describe("a process that leaves", () => {
  it("waits for what has come and is not taken yet", async () => {
    const { call, take, open } = await connect();
    expect(call.isQuiet()).toBe(true);
    take({ type: "setup" });
    expect(call.isQuiet()).toBe(false);
    open();
    await waitUntil("the greeting is said", async () => call.isQuiet());
    take({ type: "prompt", voicePrompt: "Hello?" });
    expect(call.isQuiet()).toBe(false);
    await waitUntil("it is answered", async () => call.isQuiet());
    call.stop();
  });

  it("waits for the rest of a number that is being keyed in", async () => {
    const { call, take, open, runId } = await connect();
    take({ type: "setup" });
    open();
    await waitUntil("the greeting is said", async () => call.isQuiet());
    take({ type: "dtmf", digit: "4" });
    expect(call.isQuiet()).toBe(false);
    await waitUntil("the number is taken", async () => call.isQuiet());
    expect((await inputsOf(runId)).at(-1)).toMatchObject({ kind: "digits", digits: "4" });
    call.stop();
  });
});
