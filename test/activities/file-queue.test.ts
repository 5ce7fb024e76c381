import { expect, it } from "@jest/globals";
import { CancelledFailure } from "@temporalio/activity";
import { MockActivityEnvironment } from "@temporalio/testing";
import { createFileQueue } from "../../activities/file-queue.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** Files of organizations that are read until they are told to end, in the order in which they have begun. */
const readings = () => {
  const turns = createFileQueue(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (organizationId: number, name: string) => {
    const environment = new MockActivityEnvironment();
    let heartbeats = 0;
    environment.on("heartbeat", () => (heartbeats += 1));
    const work = () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    return { ended: environment.run(() => turns.run(organizationId, work)), heartbeats: () => heartbeats };
  };
  return { begun, read, end: (name: string) => ends.get(name)?.() };
};

it("an organization's files are read one after another, and another's beside them, so many at a time", async () => {
  const { begun, read, end } = readings();
  const files = [read(1, "a1"), read(1, "a2"), read(2, "b1"), read(3, "c1")];
  await waitUntil("two have begun", () => begun.length === 2);
  expect(begun).toEqual(["a1", "b1"]);
  end("b1");
  await waitUntil("another's has begun", () => begun.length === 3);
  expect(begun).toEqual(["a1", "b1", "c1"]);
  end("a1");
  await waitUntil("its second has begun", () => begun.length === 4);
  end("a2");
  end("c1");
  expect(await Promise.all(files.map(({ ended }) => ended))).toEqual(["a1", "a2", "b1", "c1"]);
});

it("one that is canceled while it waits gives up, and begins nothing when its turn comes", async () => {
  const turns = createFileQueue(1);
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const read = (environment: MockActivityEnvironment, organizationId: number, name: string) =>
    environment.run(() =>
      turns.run(organizationId, () => {
        begun.push(name);
        return first.promise;
      }),
    );
  const own = new MockActivityEnvironment();
  const others = new MockActivityEnvironment();
  const reading = read(new MockActivityEnvironment(), 1, "first");
  const waitsForOwn = expect(read(own, 1, "own")).rejects.toBeInstanceOf(CancelledFailure);
  const waitsForOthers = expect(read(others, 2, "other")).rejects.toBeInstanceOf(CancelledFailure);
  own.cancel();
  others.cancel();
  await Promise.all([waitsForOwn, waitsForOthers]);
  first.resolve();
  await reading;
  await read(new MockActivityEnvironment(), 2, "last");
  expect(begun).toEqual(["first", "last"]);
});

it("one that waits says so to Temporal; one that fails lets the next begin", async () => {
  const { begun, read, end } = readings();
  const failing = new MockActivityEnvironment();
  const turns = createFileQueue(1);
  await expect(failing.run(() => turns.run(1, () => Promise.reject(new Error("unreadable"))))).rejects.toThrow(
    "unreadable",
  );
  expect(await failing.run(() => turns.run(1, async () => "read"))).toBe("read");
  const first = read(1, "first");
  const second = read(1, "second");
  await waitUntil("it has sent heartbeats", () => second.heartbeats() > 1);
  expect(first.heartbeats()).toBe(0);
  end("first");
  await first.ended;
  await waitUntil("the second has begun", () => begun.includes("second"));
  end("second");
  expect(await second.ended).toBe("second");
});
