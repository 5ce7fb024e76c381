import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import type { Client } from "@temporalio/client";
import { WorkflowNotFoundError } from "@temporalio/common";
import { createSettledCallNotifier } from "../../../activities/call-run/settled-call-notifier.ts";

const shard = "org-7/campaign-12/shard-1-0";
const otherShard = "org-7/campaign-12/shard-1-1";

/** A client that keeps what it is told, or refuses it with `error`. */
const listener = (error?: Error) => {
  const heard: { workflowId: string; args: unknown[] }[] = [];
  const client: Client = Object.assign(Object.create(null), {
    workflow: {
      getHandle: (workflowId: string) => ({
        signal: async (_signal: unknown, ...args: unknown[]) => {
          heard.push({ workflowId, args });
          if (error) throw error;
        },
      }),
    },
  });
  return { heard, tell: createSettledCallNotifier(client) };
};

describe("news of ended calls", () => {
  it("news of ended calls that come together are one signal for each shard", async () => {
    const { heard, tell } = listener();
    await Promise.all([tell(shard, "a"), tell(otherShard, "b"), tell(shard, "c")]);
    expect(heard).toEqual([
      { workflowId: shard, args: [["a", "c"]] },
      { workflowId: otherShard, args: [["b"]] },
    ]);
  });

  it("news of ended calls that come later are a signal of their own", async () => {
    const { heard, tell } = listener();
    await tell(shard, "a");
    await tell(shard, "b");
    expect(heard.map(({ args }) => args)).toEqual([[["a"]], [["b"]]]);
  });

  it("many news of ended calls are not kept back, however soon after others they come", async () => {
    const { heard, tell } = listener();
    await tell(shard, "first");
    const many = Array.from({ length: 25 }, (_, index) => `run ${index}`);
    for (const runUuid of many) void tell(shard, runUuid);
    // What waits for a timer happens later than this.
    await setImmediate();
    expect(heard.map(({ args }) => args)).toEqual([[["first"]], [many]]);
    await tell(shard, "last");
    expect(heard.map(({ args }) => args)).toEqual([[["first"]], [many], [["last"]]]);
  });

  it("are not waited for by a shard that is over", async () => {
    const { tell } = listener(new WorkflowNotFoundError("gone", shard, undefined));
    await expect(tell(shard, "a")).resolves.toBeUndefined();
  });

  it("news of ended calls that could not be told fail every activity that told them: each is tried again", async () => {
    const { heard, tell } = listener(new Error("the engine is away"));
    const told = await Promise.allSettled([tell(shard, "a"), tell(shard, "b")]);
    expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(heard).toHaveLength(1);
    await expect(tell(shard, "a")).rejects.toThrow("the engine is away");
    expect(heard).toHaveLength(2);
  });
});
