import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "@jest/globals";
import { createToolCallCount } from "../../worker/tool-call-count.ts";

const MODULE = new URL("../../worker/tool-call-count.ts", import.meta.url).href;
/** A thread like those of workflows: it says what it sees each time that it is asked. */
const THREAD = `
  const { parentPort } = require("node:worker_threads");
  const loading = import(${JSON.stringify(MODULE)});
  parentPort.on("message", async () => parentPort.postMessage((await loading).hasToolCallsUnderWay()));
`;

it("threads see that the process has a tool call under way, and that it has ended", async () => {
  const toolCalls = createToolCallCount();
  const thread = new Worker(THREAD, { eval: true });
  const seen = async (): Promise<boolean> => {
    const answer = once(thread, "message");
    thread.postMessage("look");
    return (await answer)[0];
  };
  try {
    expect([toolCalls.isAny(), await seen()]).toEqual([false, false]);
    const { promise, reject } = Promise.withResolvers<never>();
    const call = toolCalls.interceptor.execute?.({ args: [], headers: {} }, () => promise);
    expect([toolCalls.isAny(), await seen()]).toEqual([true, true]);
    reject(new Error("it failed"));
    await expect(call).rejects.toThrow("it failed");
    expect([toolCalls.isAny(), await seen()]).toEqual([false, false]);
  } finally {
    await thread.terminate();
  }
});
