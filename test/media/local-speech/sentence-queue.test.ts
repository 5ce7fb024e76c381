import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { createSentenceQueue } from "../../../media/local-speech/sentence-queue.ts";

const drained = (queue: ReturnType<typeof createSentenceQueue<string>>): string[] => {
  const jobs: string[] = [];
  for (let job = queue.next(); job !== null; job = queue.next()) jobs.push(job);
  return jobs;
};
const never = () => {
  throw new Error("nothing was to be dropped");
};

it("serves what is urgent first, and callers in turns", () => {
  const queue = createSentenceQueue<string>(10);
  const [talker, other] = [{}, {}];
  for (const job of ["t1", "t2", "t3"]) queue.add({ caller: talker, urgency: "soon", job }, never);
  queue.add({ caller: other, urgency: "whenIdle", job: "partial" }, never);
  queue.add({ caller: other, urgency: "soon", job: "o1" }, never);
  queue.add({ caller: other, urgency: "now", job: "words" }, never);
  expect(drained(queue)).toEqual(["words", "t1", "o1", "t2", "t3", "partial"]);
});

it("is bounded: a full queue gives up what can wait for what cannot, and refuses the rest", () => {
  const queue = createSentenceQueue<string>(2);
  const dropped: string[] = [];
  const add = (urgency: "now" | "whenIdle", job: string) =>
    queue.add({ caller: {}, urgency, job }, (each) => dropped.push(each));
  expect([add("whenIdle", "a"), add("now", "b"), add("now", "c"), add("now", "d"), add("whenIdle", "e")]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect([dropped, queue.size()]).toEqual([["a"], 2]);
});

it("keeps every caller's order, whatever comes", () => {
  const asked = fc.array(fc.record({ caller: fc.nat(3), urgency: fc.constantFrom("now", "soon") }), { maxLength: 40 });
  fc.assert(
    fc.property(asked, (requests) => {
      const callers = [{}, {}, {}, {}];
      const queue = createSentenceQueue<string>(100);
      for (const [at, { caller, urgency }] of requests.entries())
        queue.add({ caller: callers[caller] ?? {}, urgency, job: `${caller} ${urgency} ${at}` }, never);
      const served = drained(queue);
      const orderOf = (jobs: string[], name: string) => jobs.filter((job) => job.startsWith(name));
      const all = requests.map(({ caller, urgency }, at) => `${caller} ${urgency} ${at}`);
      for (const caller of [0, 1, 2, 3])
        for (const urgency of ["now", "soon"])
          expect(orderOf(served, `${caller} ${urgency}`)).toEqual(orderOf(all, `${caller} ${urgency}`));
    }),
  );
});
