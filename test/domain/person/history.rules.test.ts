import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { type HistoryPositions, type HistoryRow, mergeHistory } from "../../../domain/person/history.rules.ts";

type Row = HistoryRow & { source: string };

/** Rows of each source, newest first: positions fall, times do too. */
const histories = fc
  .array(fc.array(fc.nat({ max: 30 }), { maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map((times, at) => {
      const name = `source ${at}`;
      const rows = [...times]
        .sort((one, other) => other - one)
        .map((atMs, index): Row => ({ source: name, atMs, position: times.length - index }));
      return { name, rows };
    }),
  );

const readPage = (all: readonly { name: string; rows: readonly Row[] }[], places: HistoryPositions, limit: number) =>
  mergeHistory(
    all.map(({ name, rows }) => ({
      name,
      rows: rows.filter(({ position }) => position < (places[name] ?? Number.POSITIVE_INFINITY)).slice(0, limit + 1),
    })),
    { limit, places },
  );

it("shows each row once, newest first, however it is cut into pages", () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 7 }), (all, limit) => {
      const seen: Row[] = [];
      let places: HistoryPositions | null = {};
      while (places !== null) {
        const page: ReturnType<typeof readPage> = readPage(all, places, limit);
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        expect(page.next === null || page.rows.length === limit).toBe(true);
        seen.push(...page.rows);
        places = page.next;
      }
      const key = ({ source, position }: Row) => `${source} ${position}`;
      expect(seen.map(key).toSorted()).toEqual(all.flatMap(({ rows }) => rows.map(key)).toSorted());
      expect(seen.every((row, at) => at === 0 || row.atMs <= (seen[at - 1]?.atMs ?? 0))).toBe(true);
    }),
  );
});
