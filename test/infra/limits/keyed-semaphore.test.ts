import { expect, it } from "@jest/globals";
import { createKeyedSemaphore, type KeyedSemaphoreLimits } from "../../../infra/limits/keyed-semaphore.ts";

const sharesWith = (limits: Partial<KeyedSemaphoreLimits>) =>
  createKeyedSemaphore<number>({
    permitsOfKey: 1,
    mostWaiting: { ofKey: 10, inAll: 10 },
    waitMs: 60_000,
    refuse: (why) => new Error(why),
    ...limits,
  });

/** Work that runs until it is told to end. */
const heldWork = () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
};

it("an organization waits behind its own work, in order, and is told that it did; others do not", async () => {
  const shares = sharesWith({});
  const { work, end } = heldWork();
  const order: string[] = [];
  const first = shares.run(1, work);
  const waiting = ["second", "third"].map((name) => shares.run(1, async (ms) => void order.push(`${name} ${ms > 0}`)));
  await shares.run(2, async (ms) => void order.push(`another's ${ms > 0}`));
  expect(shares.waitingCount()).toBe(2);
  end();
  await Promise.all([first, ...waiting]);
  expect(order).toEqual(["another's false", "second true", "third true"]);
  expect(shares.waitingCount()).toBe(0);
});

it("too much waiting work is refused at once: of one organization, and of all together", async () => {
  const shares = sharesWith({ mostWaiting: { ofKey: 1, inAll: 2 } });
  const { work, end } = heldWork();
  const accepted = [1, 1, 2, 2, 3].map((organization) => shares.run(organization, work));
  await expect(shares.run(1, work)).rejects.toThrow("key_is_full");
  await expect(shares.run(3, work)).rejects.toThrow("all_is_full");
  end();
  await Promise.all(accepted);
  expect(await shares.run(1, async () => "goes on")).toBe("goes on");
});

it("an organization gets no more places than are left free: shares shrink as more of them fill theirs", async () => {
  const shares = sharesWith({
    permits: 10,
    hasFairShares: true,
    permitsOfKey: 6,
    mostWaiting: { ofKey: 10, inAll: 10 },
  });
  const { work, end } = heldWork();
  const begun: Promise<void>[] = [];
  /** How much of ten pieces of work an organization gets under way or waiting. */
  const heldOf = async (organization: number): Promise<number> => {
    const pieces = Array.from({ length: 10 }, () => shares.run(organization, work));
    const refused = await Promise.all(pieces.map((piece) => isRefusedAtOnce(piece)));
    begun.push(...pieces.filter((_, index) => !refused[index]));
    return refused.filter((isRefused) => !isRefused).length;
  };
  expect([await heldOf(1), await heldOf(2), await heldOf(3), await heldOf(4), await heldOf(5)]).toEqual([
    5, 3, 1, 1, 0,
  ]);
  end();
  await Promise.all(begun);
  expect(await heldOf(5)).toBe(5);
});

const isRefusedAtOnce = (piece: Promise<void>): Promise<boolean> =>
  Promise.race([
    piece.then(
      () => false,
      () => true,
    ),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);

it("a request that waits too long is refused, and nobody gets its slot", async () => {
  const shares = sharesWith({ waitMs: 1 });
  const { work, end } = heldWork();
  const first = shares.run(1, work);
  await expect(shares.run(1, work)).rejects.toThrow("waited_too_long");
  expect(shares.waitingCount()).toBe(0);
  end();
  await first;
  expect(await shares.run(1, async (waitedMs) => waitedMs)).toBe(0);
});

it("without a queue, a key is refused at once beyond its permits, and everybody beyond those of all", () => {
  const semaphore = createKeyedSemaphore<string>({
    permitsOfKey: 2,
    permits: 3,
    refuse: (why) => new Error(why),
  });
  const [release] = [semaphore.acquireNow("a"), semaphore.acquireNow("a")];
  expect(() => semaphore.acquireNow("a")).toThrow("key_is_full");
  semaphore.acquireNow("b");
  expect(() => semaphore.acquireNow("c")).toThrow("all_is_full");
  release();
  release();
  expect([semaphore.countOf("a"), semaphore.countOf("b"), semaphore.countAll()]).toEqual([1, 1, 2]);
  semaphore.acquireNow("c");
  expect(() => semaphore.acquireNow("a")).toThrow("all_is_full");
});

it("work that is given up while it waits never begins, and frees its permit", async () => {
  const shares = sharesWith({ permits: 2 });
  const { work, end } = heldWork();
  const first = shares.run(1, work);
  const closed = new AbortController();
  const given = shares.run(1, () => Promise.reject(new Error("it ran")), closed.signal);
  expect(shares.countOf(1)).toBe(2);
  closed.abort();
  await expect(given).rejects.toThrow("given up");
  await expect(shares.run(1, work, closed.signal)).rejects.toThrow("given up");
  expect([shares.countOf(1), shares.countAll()]).toEqual([1, 1]);
  end();
  await first;
  expect(shares.countAll()).toBe(0);
});
