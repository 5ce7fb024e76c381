import { describe, expect, it } from "@jest/globals";
import { createTurns } from "../../infra/turns.ts";

describe("turns", () => {
  it("are given in order, so many at a time, and refused when too many wait", async () => {
    const turns = createTurns({ atATime: 2, mostWaiting: 1 });
    const [first] = [await turns.take(), await turns.take()];
    const order: string[] = [];
    const third = turns.take().then((end) => {
      order.push("third");
      return end;
    });
    expect(await turns.take()).toBeNull();
    expect(order).toEqual([]);
    first?.();
    first?.();
    const end = await third;
    expect(order).toEqual(["third"]);
    const fourth = turns.take();
    end?.();
    expect(await fourth).not.toBeNull();
  });
});
