import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Span, splitRange } from "../../../../infra/postgres/call/range-parts.ts";

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 2, 1);
const at = (minutes: number) => new Date(START_MS + minutes * MINUTE_MS).toISOString();

const holds = ({ fromMs, untilMs, isClosed = false }: Span & { isClosed?: boolean }, ms: number): boolean =>
  (fromMs === null || ms >= fromMs) && (untilMs === null || ms < untilMs || (isClosed && ms === untilMs));

const isWhole = ({ fromMs, untilMs }: Span, unitMs: number): boolean =>
  (fromMs ?? 0) % unitMs === 0 && (untilMs ?? 0) % unitMs === 0;

describe("splitRange", () => {
  it("gives parts that hold every instant of the range once, and no other", () => {
    const minutes = fc.oneof(
      fc.integer({ min: 0, max: 6000 }),
      fc.integer({ min: 0, max: 100 }).map((hours) => 60 * hours),
    );
    const bound = fc.option(fc.tuple(minutes, fc.boolean()), { nil: null });
    const written = (value: [number, boolean] | null) => value && (value[1] ? at(value[0]).slice(0, 10) : at(value[0]));
    fc.assert(
      fc.property(bound, bound, fc.array(minutes, { minLength: 5 }), (start, end, instants) => {
        const range = { from: written(start), to: written(end) };
        const { whole, days, hours, rest } = splitRange(range);
        expect([...hours, ...(whole ? [whole] : [])].every((span) => isWhole(span, 60 * MINUTE_MS))).toBe(true);
        expect(days === null || isWhole(days, 1440 * MINUTE_MS)).toBe(true);
        for (const minute of [...instants, start?.[0] ?? 0, end?.[0] ?? 0]) {
          const ms = START_MS + minute * MINUTE_MS;
          const kept = [...(days ? [days] : []), ...hours].filter((span) => holds(span, ms)).length;
          const left = rest.filter((span) => holds(span, ms)).length;
          const day = at(minute).slice(0, 10);
          const isIn =
            (!range.from || (start?.[1] ? day >= range.from : at(minute) >= range.from)) &&
            (!range.to || (end?.[1] ? day <= range.to : at(minute) <= range.to));
          expect([range, at(minute), kept + left]).toEqual([range, at(minute), isIn ? 1 : 0]);
          expect(whole !== null && holds(whole, ms) ? 1 : 0).toBe(kept);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    { from: null, to: null, days: true, hours: 0, rest: 0 },
    { from: "2026-03-01", to: "2026-03-03", days: true, hours: 0, rest: 0 },
    { from: "2026-03-01T05:00:00Z", to: "2026-03-03", days: true, hours: 1, rest: 0 },
    { from: "2026-03-01T00:00:00+05:30", to: "2026-03-03T12:00:00Z", days: true, hours: 2, rest: 2 },
    { from: "2026-03-01T12:10:00Z", to: "2026-03-01T12:50:00Z", days: false, hours: 0, rest: 1 },
  ])("$from to $to", ({ from, to, ...expected }) => {
    const { days, hours, rest } = splitRange({ from, to });
    expect({ days: days !== null, hours: hours.length, rest: rest.length }).toEqual(expected);
  });
});
