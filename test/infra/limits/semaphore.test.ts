import { describe, expect, it } from "@jest/globals";
import { createSemaphore } from "../../../infra/limits/semaphore.ts";

describe("limit", () => {
  it("are given in order, so many at a time, and refused when too many wait", async () => {
    const limit = createSemaphore({ permits: 2, mostWaiting: 1 });
    const [first] = [await limit.acquire(), await limit.acquire()];
    const order: string[] = [];
    const third = limit.acquire().then((end) => {
      order.push("third");
      return end;
    });
    expect(await limit.acquire()).toBeNull();
    expect(order).toEqual([]);
    first?.();
    first?.();
    const end = await third;
    expect(order).toEqual(["third"]);
    const fourth = limit.acquire();
    end?.();
    expect(await fourth).not.toBeNull();
  });
});
