import { describe, expect, it } from "@jest/globals";
import { readWindow } from "../../domain/campaign/dialling-window.ts";
import { readArguments, UsageError } from "./chaos-arguments.ts";
import { planChaos } from "./chaos-plan.ts";
import type { ChaosScenario } from "./chaos-scenario.ts";
import { closedMinuteAfter, zoneByDay } from "./dialling-hours.ts";
import { KILLABLE } from "./killer.ts";

const plan = (seed: number) => planChaos({ seed, contacts: 400, minutes: 2 });
const disturbancesOf = (seed: number) => plan(seed).steps.map(({ disturbance }) => disturbance);

describe("a chaos plan", () => {
  it("follows from its seed", () => {
    expect(plan(7)).toEqual(plan(7));
    expect(plan(8)).not.toEqual(plan(7));
  });

  it("kills every part again and again, lists numbers once each, and pauses", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const killed = disturbancesOf(seed).flatMap((each) => (each.kind === "kill" ? each.parts : []));
      for (const part of KILLABLE) expect(killed.filter((each) => each === part).length).toBeGreaterThanOrEqual(3);
      const listed = disturbancesOf(seed).flatMap((each) => ("contacts" in each ? each.contacts : []));
      const withdrawals = disturbancesOf(seed).filter(({ kind }) => kind === "withdraw-consent");
      expect(withdrawals.length).toBeGreaterThanOrEqual(2);
      expect(new Set(listed).size).toBe(listed.length);
      expect(Math.max(...listed)).toBeLessThan(400);
      expect(disturbancesOf(seed).filter(({ kind }) => kind === "pause")).toHaveLength(3);
    }
  });
});

describe("a closed minute", () => {
  it("is closed from its first to its last instant, at any time of the day, and open around it", () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const startMs = Date.UTC(2026, 0, 5, hour, 59, 30);
      const zone = zoneByDay(startMs);
      const { fromMs, toMs, schedule } = closedMinuteAfter(startMs, zone);
      expect(toMs - fromMs).toBe(60_000);
      const isOpen = (atMs: number) => readWindow({ slots: schedule.slots, holidays: [] }, [zone], atMs).open;
      expect([fromMs - 1, fromMs, toMs - 1, toMs].map(isOpen)).toEqual([true, false, false, true]);
    }
  });
});

describe("the command line", () => {
  const run = () => Promise.reject(new Error("not run"));
  const scenario: ChaosScenario = { name: "one", title: "", usualSize: 2000, run };
  const read = (...args: string[]) => readArguments([scenario], args);

  it("takes size, duration and seed", () => {
    expect(read("one", "--size", "300", "--minutes", "1.5", "--seed", "4", "--seeds", "2")).toMatchObject({
      scenarios: [scenario],
      size: 300,
      minutes: 1.5,
      seed: 4,
      seeds: 2,
    });
    // Each scenario has a size of its own.
    expect(read()).toMatchObject({ size: null, seeds: 5 });
  });

  it.each([
    ["two"],
    ["--size", "12"],
    ["--size", "many"],
    ["--seeds", "0"],
    ["--minutes", "0"],
    ["--colour"],
    ["--from", "x"],
  ])("says in a sentence what is wrong with %s", (...args) => {
    expect(() => read(...args)).toThrow(UsageError);
  });
});
