import { describe, expect, it } from "@jest/globals";
import { forbidden } from "../../../../api/http/http-error.ts";
import { createDelayedRefusals } from "../../../../api/http/load/delayed-refusals.ts";
import { createSuspectCallers } from "../../../../api/http/load/suspect-callers.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const REFUSALS = 60;
const AT_A_TIME = 2;
const WAITING = 50;

const refuseOften = async (callers: ReturnType<typeof createSuspectCallers>, address: string) => {
  for (let refused = 0; refused < REFUSALS; refused += 1) {
    const work = () => Promise.reject(forbidden("callback_refused", "no"));
    await expect(callers.serve(address, work)).rejects.toMatchObject({ status: 403 });
  }
};

/** Requests that run until they are told to end. */
const heldRequests = (callers: ReturnType<typeof createSuspectCallers>, address: string, count: number) => {
  let running = 0;
  const ends: (() => void)[] = [];
  const work = async () => {
    running += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  const served = Promise.allSettled(Array.from({ length: count }, () => callers.serve(address, work)));
  return { served, running: () => running, end: () => ends.splice(0).forEach((each) => each()) };
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("an address whose requests are refused often", () => {
  it("has two served at a time and fifty waiting, and more are refused; another address is not held up", async () => {
    const callers = createSuspectCallers(createDelayedRefusals());
    await refuseOften(callers, "203.0.113.1");
    const requests = heldRequests(callers, "203.0.113.1", AT_A_TIME + WAITING + 3);
    await settle();
    expect(requests.running()).toBe(AT_A_TIME);
    const others = heldRequests(callers, "203.0.113.2", 20);
    await settle();
    expect(others.running()).toBe(20);
    others.end();
    await others.served;
    const ending = setInterval(requests.end, 1);
    const results = await requests.served;
    clearInterval(ending);
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(3);
  });

  it("waits for the answer to each further refusal, and gives its place in the queue to others meanwhile", async () => {
    const waits: PromiseWithResolvers<void>[] = [];
    const held = {
      hold: async () => {
        waits.push(Promise.withResolvers());
        await waits.at(-1)?.promise;
      },
    };
    const callers = createSuspectCallers(held);
    await refuseOften(callers, "203.0.113.1");
    expect(waits).toEqual([]);
    let isAnswered = false;
    const refused = callers
      .serve("203.0.113.1", () => Promise.reject(forbidden("callback_refused", "no")))
      .finally(() => (isAnswered = true))
      .catch(() => {});
    await waitUntil("the answer is held", () => waits.length === 1);
    for (let served = 0; served < 3; served += 1) await callers.serve("203.0.113.1", () => Promise.resolve());
    expect(isAnswered).toBe(false);
    waits[0]?.resolve();
    await refused;
    expect(isAnswered).toBe(true);
  });

  it("is none whose requests are answered, however many", async () => {
    const callers = createSuspectCallers(createDelayedRefusals());
    for (let served = 0; served < 3 * REFUSALS; served += 1)
      await callers.serve("203.0.113.1", () => Promise.resolve());
    const requests = heldRequests(callers, "203.0.113.1", 20);
    await settle();
    expect(requests.running()).toBe(20);
    requests.end();
    await requests.served;
  });
});
