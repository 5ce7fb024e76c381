import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type CallEnding, chooseNextStep } from "../../../domain/journey/choose-step.ts";
import { isMailAddress, type JourneyStep, journeySteps } from "../../../domain/journey/journey.ts";
import { listJourneyFaults } from "../../../domain/journey/journey-faults.ts";
import { listEdges, listFirstSteps, listLoops } from "../../../domain/journey/journey-graph.ts";
import { JOURNEY_LIMITS } from "../../../domain/journey/journey-limits.ts";
import { previewJourney } from "../../../domain/journey/preview-journey.ts";
import { readWait } from "../../../domain/journey/read-wait.ts";
import { findStepInForce } from "../../../domain/journey/step-in-force.ts";
import { showClock } from "../../../domain/time/clock-time.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../domain/time/durations.rules.ts";

const call = (id: string, more: Partial<JourneyStep> = {}): JourneyStep => ({ id, do: "call", ...more }) as JourneyStep;
const ended = (more: Partial<CallEnding> = {}): CallEnding => ({
  outcome: "answered",
  disposition: null,
  answeredBy: "person",
  variables: {},
  ...more,
});
const sentences = (steps: JourneyStep[]) => listJourneyFaults(steps).map(({ sentence }) => sentence);

/** Every wish at the head of the issue. */
const wishes: JourneyStep[] = [
  { id: "text", on: ["no_answer", "busy"], wait: { minutes: 10 }, do: "sms", text: "We tried to reach you" },
  call("later", { on: ["later"], wait: { days: 1, at: "10:00" }, do: "call", workflow_id: 7 }),
  { id: "stop", on: ["opted_out"], do: "do_not_call" },
  { id: "person", on: [{ variable: "wants_person", is: true }], do: "inbox", folder_id: 3, text: "{{name}} asks" },
];

describe("what a journey may be", () => {
  it("is what people wish for", () => {
    expect(journeySteps.parse(wishes)).toEqual(wishes);
    expect(sentences(wishes)).toEqual([]);
    expect(listEdges(wishes).map(({ from, to }) => [from, to])).toEqual([
      [null, "text"],
      [null, "later"],
      [null, "stop"],
      [null, "person"],
    ]);
  });

  it("is refused with the place and what to do", () => {
    const on = ["no_answer"];
    const faultsOf = (steps: JourneyStep[]) => listJourneyFaults(steps).map(({ path }) => path.join("."));
    expect(faultsOf([call("a", { on, next: ["b"] })])).toEqual(["0.next.0"]);
    expect(faultsOf([call("a", { on }), call("a", { on: ["busy"] })])).toEqual(["1.id"]);
    expect(faultsOf([call("a", { on, next: ["b", "b"] }), call("b")])).toEqual(["0.next.1"]);
    expect(faultsOf([call("a")])).toEqual(["0.on"]);
    expect(faultsOf([call("a", { on }), call("b", { on })])).toEqual(["1.on"]);
    expect(faultsOf([call("a", { on, next: ["b", "c"] }), call("b"), call("c", { on })])).toEqual(["2.on"]);
    expect(faultsOf([call("a", { on, wait: { days: 61 } })])).toEqual(["0.wait"]);
    expect(faultsOf([call("a", { on, most: 2 })])).toEqual(["0.most"]);
    expect(faultsOf([call("a", { on, wait: { minutes: 5 }, next: ["a"] })])).toEqual(["0.most"]);
    expect(faultsOf([call("a", { on, most: 3, next: ["a"] })])).toEqual(["0.wait"]);
    expect(faultsOf([call("a", { on, wait: { at: "10:00" }, most: 3, next: ["a"] })])).toEqual(["0.wait"]);
    expect(faultsOf([call("a", { on, wait: { minutes: 5 }, most: 3, next: ["a"] })])).toEqual([]);
    const chain = Array.from({ length: JOURNEY_LIMITS.depth + 1 }, (_, at) =>
      call(`s${at}`, { ...(at === 0 && { on }), ...(at < JOURNEY_LIMITS.depth && { next: [`s${at + 1}`] }) }),
    );
    expect(faultsOf(chain)).toEqual([""]);
    expect(faultsOf(chain.slice(1).map((step, at) => (at === 0 ? { ...step, on } : step)))).toEqual([]);
    expect(journeySteps.safeParse([{ id: "A", on, do: "call" }]).success).toBe(false);
    expect(journeySteps.safeParse([{ id: "a", on, do: "call", wait: { minutes: 5, at: "10:00" } }]).success).toBe(
      false,
    );
    expect(journeySteps.safeParse([{ id: "a", on, do: "call", text: "inert" }]).success).toBe(false);
    expect(journeySteps.safeParse([{ id: "a", on, do: "call", wait: {} }]).success).toBe(false);
  });
});

describe("the step that follows", () => {
  it("is the first one of which a condition holds: outcome, disposition, who answered or a variable", () => {
    const of = (ending: Partial<CallEnding>) => chooseNextStep(wishes, null, ended(ending))?.id ?? null;
    expect(of({ outcome: "no_answer" })).toBe("text");
    expect(of({ disposition: "Later" })).toBe("later");
    expect(of({ outcome: "opted_out" })).toBe("stop");
    expect(of({ variables: { wants_person: "true" } })).toBe("person");
    expect(of({})).toBeNull();
    const screened = [call("a", { on: [{ answered_by: "screening" }] }), call("b", { on: [{ disposition: "busy" }] })];
    expect(chooseNextStep(screened, null, ended({ answeredBy: "screening" }))?.id).toBe("a");
    expect(chooseNextStep(screened, null, ended({ outcome: "busy" }))).toBeNull();
  });

  it("comes after the step before it by the same call, and after a call by that call's end", () => {
    const steps = [
      call("first", { on: ["no_answer"], next: ["good", "bad"] }),
      call("good", { on: ["answered"] }),
      call("bad"),
    ];
    const [first = null] = steps;
    expect(listFirstSteps(steps)).toEqual([first]);
    expect(chooseNextStep(steps, first, ended())?.id).toBe("good");
    expect(chooseNextStep(steps, first, ended({ outcome: "busy" }))?.id).toBe("bad");
  });
});

describe("a wait", () => {
  const zone = "Europe/Berlin";
  it("is a time, or what the person's clock shows, also where the clocks change", () => {
    const fromMs = Date.parse("2026-03-28T09:30:00Z");
    expect(readWait(undefined, { fromMs, zone })).toBe(fromMs);
    expect(readWait({ minutes: 10, hours: 1 }, { fromMs, zone })).toBe(fromMs + 70 * MINUTE_MS);
    const at = (wait: Parameters<typeof readWait>[0]) => new Date(readWait(wait, { fromMs, zone })).toISOString();
    expect(at({ at: "11:00" })).toBe("2026-03-28T10:00:00.000Z");
    expect(at({ at: "10:00" })).toBe("2026-03-29T08:00:00.000Z");
    expect(at({ days: 1, at: "10:00" })).toBe("2026-03-29T08:00:00.000Z");
    // 02:30 is skipped.
    expect(at({ days: 1, at: "02:30" })).toBe("2026-03-29T01:00:00.000Z");
    expect(at({ days: 0, at: "08:00" })).toBe("2026-03-28T09:30:00.000Z");
  });

  it("never ends before it begins, and ends when the clock shows the time", () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
    const zones = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati");
    fc.assert(
      fc.property(clock, zones, fc.integer({ min: 0, max: 2000 * 24 }), (at, somewhere, hours) => {
        const fromMs = Date.parse("2026-01-01T00:00:00Z") + hours * HOUR_MS;
        const due = readWait({ at }, { fromMs, zone: somewhere });
        expect(due).toBeGreaterThan(fromMs);
        expect(due - fromMs).toBeLessThanOrEqual(DAY_MS + HOUR_MS);
        expect(showClock(somewhere, due) >= `${showClock(somewhere, due).slice(0, 10)}T${at}`).toBe(true);
      }),
    );
  });
});

describe("a journey that is changed", () => {
  const own = { version: 1, steps: [call("a"), call("b")] };
  it("holds for who is in the middle where it has the same step, else they stay on theirs; without steps it ends", () => {
    const newest = { version: 2, steps: [call("a", { next: [] })] };
    expect(findStepInForce("a", { own, newest })?.journey.version).toBe(2);
    expect(findStepInForce("b", { own, newest })?.journey.version).toBe(1);
    const other: JourneyStep = { id: "a", do: "do_not_call" };
    expect(findStepInForce("a", { own, newest: { version: 2, steps: [other] } })?.journey.version).toBe(1);
    expect(findStepInForce("a", { own, newest: { version: 2, steps: [] } })).toBeNull();
  });
});

describe("any journey that is accepted", () => {
  const ids = ["a", "b", "c"];
  const step = (id: string) =>
    fc.record({
      id: fc.constant(id),
      do: fc.constantFrom("call" as const, "do_not_call" as const),
      on: fc.option(fc.subarray(["no_answer", "busy", "answered"], { minLength: 1 }), { nil: undefined }),
      wait: fc.option(fc.record({ minutes: fc.integer({ min: 0, max: 3 }) }), { nil: undefined }),
      most: fc.option(fc.integer({ min: 2, max: 3 }), { nil: undefined }),
      next: fc.subarray(ids, { maxLength: 2 }),
    });
  /** Loops say how often, and first steps when: otherwise hardly any would be accepted. */
  const complete = (steps: JourneyStep[]): JourneyStep[] => {
    const inLoop = new Set(listLoops(steps).flat());
    const first = new Set(listFirstSteps(steps).map(({ id }) => id));
    return steps.map(({ most, on, ...rest }) => ({
      ...rest,
      ...((on || first.has(rest.id)) && { on: on ?? ["no_answer"] }),
      ...(inLoop.has(rest.id) && { most: most ?? 2 }),
    }));
  };
  const any = fc.tuple(...ids.map(step)).map((steps) => complete(steps as JourneyStep[]));

  it("ends for everybody, with each step taken at most as often as it says", () => {
    let accepted = 0;
    fc.assert(
      fc.property(any, fc.constantFrom("no_answer", "busy", "answered"), (steps, outcome) => {
        if (listJourneyFaults(steps).length > 0) return;
        accepted += 1;
        const previewed = previewJourney(steps, ended({ outcome }), { fromMs: 0, zone: "UTC" });
        for (const { id, most = 1 } of steps)
          expect(previewed.filter((each) => each.step.id === id).length).toBeLessThanOrEqual(most);
        for (const [at, { atMs }] of previewed.entries())
          expect(atMs).toBeGreaterThanOrEqual(previewed[at - 1]?.atMs ?? 0);
        for (const loop of steps.filter(({ next = [], id }) => next.includes(id)))
          expect(loop.wait?.minutes).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(30);
  });
});

it("a mail address is one, and adds no other", () => {
  expect(isMailAddress("ada@example.com")).toBe(true);
  for (const text of ["", "ada", "a@b.example, c@d.example", "Ada <a@b.example>", "a@b.example\nBcc: c@d.example"])
    expect(isMailAddress(text)).toBe(false);
});
