import { expect, it } from "@jest/globals";
import { makeOnce } from "../../../domain/time/make-once.ts";

it("something is made once for all who ask, and again after a failure, which only those hear who waited for it", async () => {
  let tries = 0;
  const open = makeOnce(async () => {
    tries += 1;
    if (tries === 1) throw new Error("not now");
    return tries;
  });
  expect(await Promise.allSettled([open(), open()])).toMatchObject([
    { status: "rejected", reason: { message: "not now" } },
    { status: "rejected", reason: { message: "not now" } },
  ]);
  expect(await Promise.all([open(), open()])).toEqual([2, 2]);
  expect(await open()).toBe(2);
});
