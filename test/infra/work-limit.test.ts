import { describe, expect, it } from "@jest/globals";
import { createWorkLimit } from "../../infra/work-limit.ts";

describe("limit", () => {
  it("are given in order, so many at a time, and refused when too many wait", async () => {
    const limit = createWorkLimit({ atATime: 2, mostWaiting: 1 });
    const [first] = [await limit.start(), await limit.start()];
    const order: string[] = [];
    const third = limit.start().then((end) => {
      order.push("third");
      return end;
    });
    expect(await limit.start()).toBeNull();
    expect(order).toEqual([]);
    first?.();
    first?.();
    const end = await third;
    expect(order).toEqual(["third"]);
    const fourth = limit.start();
    end?.();
    expect(await fourth).not.toBeNull();
  });
});
