import { describe, expect, it } from "@jest/globals";
import { hashToken } from "../../../../api/http/authenticate.ts";
import { createFairQueue } from "../../../../api/http/load/fair-queue.ts";
import { createRateLimits } from "../../../../api/http/load/rate-limits.ts";
import type { Actor } from "../../../../api/http/operation-context.ts";
import { readConfig } from "../../../../infra/config/config.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const AT_A_TIME = 5;
const ASKED = 100;
const MOST_WAITING = { ofSubject: ASKED - AT_A_TIME, inAll: ASKED };

/** Work that runs until it is told to end. */
const heldWork = () => {
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  return { work, running: () => running, most: () => most, end: () => ends.splice(0).forEach((each) => each()) };
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("turns of one credential", () => {
  it("are a few at a time, all come, and nobody else waits for them", async () => {
    const turns = createFairQueue({ subject: "a subject", atATime: AT_A_TIME, mostWaiting: MOST_WAITING });
    const [greedy, modest] = [heldWork(), heldWork()];
    const asked = Promise.all(Array.from({ length: ASKED }, () => turns.run("greedy", greedy.work)));
    const other = turns.run("modest", modest.work);
    await settle();
    expect([greedy.running(), modest.running()]).toEqual([AT_A_TIME, 1]);
    modest.end();
    await other;
    const ending = setInterval(greedy.end, 1);
    await asked;
    clearInterval(ending);
    expect(greedy.most()).toBe(AT_A_TIME);
  });

  it("leave their place when nobody waits for them any more", async () => {
    const turns = createFairQueue({ subject: "a subject", atATime: 1, mostWaiting: { ofSubject: 1, inAll: 1 } });
    const held = heldWork();
    const first = turns.run("a", held.work);
    const closed = new AbortController();
    const given = turns.run("a", () => Promise.reject(new Error("it ran")), closed.signal);
    await settle();
    closed.abort();
    await expect(given).rejects.toMatchObject({ status: 429, detail: expect.stringContaining("closed") });
    const next = turns.run("a", () => Promise.resolve("its turn"));
    held.end();
    await first;
    expect(await next).toBe("its turn");
  });

  it("go on after one that failed", async () => {
    const turns = createFairQueue({ subject: "a subject", atATime: 1, mostWaiting: MOST_WAITING });
    await expect(turns.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await turns.run("a", () => Promise.resolve("yes"))).toBe("yes");
  });
});

describe("turns that too much waits for", () => {
  it("are refused at once: to who asks too much, and when too much waits in all; who need not wait has a turn", async () => {
    const turns = createFairQueue({ subject: "a subject", atATime: 1, mostWaiting: { ofSubject: 2, inAll: 3 } });
    const held = heldWork();
    const ask = (subject: string) => turns.run(subject, held.work);
    const asked = [ask("a"), ask("a"), ask("a")];
    await expect(ask("a")).rejects.toMatchObject({ status: 429, headers: { "Retry-After": "1" } });
    asked.push(ask("b"), ask("b"));
    await expect(ask("b")).rejects.toMatchObject({ status: 503, headers: { "Retry-After": "5" } });
    expect(await turns.run("c", () => Promise.resolve("its turn"))).toBe("its turn");
    const ending = setInterval(held.end, 1);
    await Promise.all(asked);
    clearInterval(ending);
    expect(await turns.run("b", () => Promise.resolve("again"))).toBe("again");
  });
});

describe("an address that has asked too often", () => {
  it("is refused without being counted until its second is over", async () => {
    const limits = createRateLimits(readConfig({ RATE_LIMIT_PER_ADDRESS_PER_SECOND: "2" }));
    expect(limits.findRefusalOfAddress("203.0.113.1")).toBeUndefined();
    while (!limits.findRefusalOfAddress("203.0.113.1")) await limits.takeForAddress("203.0.113.1");
    expect(limits.findRefusalOfAddress("203.0.113.1")?.refusal?.status).toBe(429);
    expect(limits.findRefusalOfAddress("203.0.113.2")).toBeUndefined();
    await waitUntil("the second is over", () => limits.findRefusalOfAddress("203.0.113.1") === undefined);
  });
});

describe("credentials that have asked too often", () => {
  it("are refused without a look at them until their second is over", async () => {
    const limits = createRateLimits(readConfig({ RATE_LIMIT_PER_KEY_PER_SECOND: "2" }));
    const presented = { kind: "api_key" as const, hash: hashToken("vap_live_a") };
    const other = { kind: "api_key" as const, hash: hashToken("vap_live_b") };
    const actor: Actor = {
      organizationId: 1,
      userId: 1,
      role: "admin",
      environment: "production",
      credential: { kind: "api_key", id: 1 },
    };
    expect(limits.findRefusal(presented)).toBeUndefined();
    const readings = [];
    // The second may end in between.
    while (!limits.findRefusal(presented))
      readings.push(...(await limits.takeForActor({ actor, credential: presented, cost: 1 })));
    expect(readings.at(-1)?.refusal?.status).toBe(429);
    expect(limits.findRefusal(presented)?.refusal?.status).toBe(429);
    expect(limits.findRefusal(other)).toBeUndefined();
    await waitUntil("the second is over", () => limits.findRefusal(presented) === undefined);
  });

  it("count for their organization together, and a large request as several", async () => {
    const limits = createRateLimits(readConfig({ RATE_LIMIT_PER_KEY_PER_SECOND: "20" }));
    const ask = (id: number, cost: number) => {
      const credential = { kind: "api_key" as const, id };
      return limits.takeForActor({
        actor: { organizationId: 1, userId: 1, role: "admin", environment: "production", credential },
        credential: { kind: "api_key", hash: hashToken(`key ${id}`) },
        cost,
      });
    };
    // The second may end in between: then another round is refused.
    const refusals = await waitUntil("the fourth key is refused", async () => {
      const readings = (await Promise.all([1, 2, 3, 4].map((id) => ask(id, 16)))).flat();
      const refused = readings.filter(({ refusal }) => refusal);
      return refused.some(({ policy }) => policy === "organization") && refused;
    });
    expect(refusals.map(({ refusal }) => refusal?.detail)).toContain(
      "Too many requests from this organization: at most 60 a second",
    );
    // One that is larger than everything is answered once in a second.
    const alone = createRateLimits(readConfig({ RATE_LIMIT_PER_KEY_PER_SECOND: "1" }));
    const actor: Actor = {
      organizationId: 1,
      userId: 1,
      role: "admin",
      environment: "production",
      credential: { kind: "api_key", id: 1 },
    };
    const credential = { kind: "api_key" as const, hash: hashToken("a key") };
    expect((await alone.takeForActor({ actor, credential, cost: 16 })).map(({ refusal }) => refusal)).toEqual([
      null,
      null,
    ]);
  });
});
