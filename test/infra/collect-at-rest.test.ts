import { describe, expect, it } from "@jest/globals";
import { createRestWatch } from "../../infra/collect-at-rest.ts";

const MB = 1024 * 1024;

/** A thread whose collections leave 60 MB. */
const createThread = () => {
  const thread = { share: 0, heapMb: 100, busy: false, collected: 0 };
  const watch = createRestWatch({
    workedShare: () => thread.share,
    heapBytes: () => thread.heapMb * MB,
    isBusy: () => thread.busy,
    collect: () => {
      thread.collected += 1;
      thread.heapMb = 60;
    },
  });
  const look = (times: number) => {
    for (let time = 0; time < times; time += 1) watch.look();
    return thread.collected;
  };
  return { thread, look };
};

describe("the heap of a thread", () => {
  it("is collected once when the thread has come to rest, and again after it has worked", () => {
    const { thread, look } = createThread();
    expect(look(2)).toBe(0);
    expect(look(20)).toBe(1);
    Object.assign(thread, { heapMb: 90, share: 0.4 });
    expect(look(20)).toBe(1);
    thread.share = 0;
    expect(look(20)).toBe(2);
  });

  it("is left alone while somebody talks, and while little has come", () => {
    const { thread, look } = createThread();
    thread.busy = true;
    expect(look(20)).toBe(0);
    thread.busy = false;
    expect(look(3)).toBe(1);
    thread.heapMb = 65;
    expect(look(20)).toBe(1);
  });
});
