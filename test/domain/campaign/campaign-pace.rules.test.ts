import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { addPaceSample, computeCampaignPace, type PaceSample } from "../../../domain/campaign/campaign-pace.rules.ts";
import { NO_FIGURES } from "../../../domain/campaign/progress-figures.rules.ts";

/** Readings `everyMs` apart of a campaign that makes a call and is done with half a contact at each. */
const readings = (count: number, everyMs: number): PaceSample[] =>
  Array.from({ length: count }, (_, index) => index).reduce<PaceSample[]>(
    (samples, index) =>
      addPaceSample(samples, { ...NO_FIGURES, attempts: index, remaining: 1000 - index / 2 }, index * everyMs),
    [],
  );

it("is the calls and contacts of the last minute", () => {
  expect(computeCampaignPace(readings(200, 1000))).toEqual({ callsPerMinute: 60, contactsPerMinute: 30 });
  expect(computeCampaignPace(readings(20, 6000))).toEqual({ callsPerMinute: 10, contactsPerMinute: 5 });
});

it("is not known before a quarter of a minute, nor after a minute of silence", () => {
  expect(computeCampaignPace([])).toBeNull();
  expect(computeCampaignPace(readings(14, 1000))).toBeNull();
  expect(computeCampaignPace(readings(2, 90_000))).toBeNull();
});

it("needs few readings however often they come, none older than a minute", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20_000), { maxLength: 300 }), (gaps) => {
      let atMs = 0;
      let samples: PaceSample[] = [];
      for (const gap of gaps) {
        atMs += gap;
        samples = addPaceSample(samples, NO_FIGURES, atMs);
        expect(samples.length).toBeLessThanOrEqual(27);
        expect(samples.at(-1)?.atMs).toBe(atMs);
        expect(atMs - (samples[0]?.atMs ?? 0)).toBeLessThanOrEqual(60_000);
      }
    }),
  );
});
