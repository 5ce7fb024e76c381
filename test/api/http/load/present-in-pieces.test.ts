import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { presentInPieces } from "../../../../api/http/load/present-in-pieces.ts";

const row = z.object({
  id: z.number(),
  at: z.date().transform((date) => date.toISOString()),
  note: z.string().optional(),
});
const page = z.object({ rows: z.array(row), next: z.number().nullable(), filters: z.array(z.string()).optional() });
const AT = new Date("2026-01-31T09:00:00Z");
const written = async (schema: z.ZodType, value: unknown): Promise<unknown> =>
  JSON.parse((await presentInPieces(schema, value)).toString());

describe("an answer in pieces", () => {
  it.each<[string, z.ZodType, unknown]>([
    [
      "a page",
      page,
      {
        rows: [
          { id: 1, at: AT, other: 1 },
          { id: 2, at: AT, note: "ü" },
        ],
        next: null,
        other: 2,
      },
    ],
    ["an empty page", page, { rows: [], next: 3, filters: ["a", "b"] }],
    ["a list", z.array(row), [{ id: 1, at: AT }]],
    ["a list that is looked at whole", z.array(z.number()).max(2), [1, 2]],
    ["an object with fields of any name", z.looseObject({ id: z.number() }), { id: 1, other: [2] }],
    ["a field with a default", z.object({ id: z.number().default(7) }), {}],
    ["nothing", page.nullable(), null],
  ])("is what it is as a whole: %s", async (_name, schema, value) => {
    expect(await written(schema, value)).toEqual(JSON.parse(JSON.stringify(schema.parse(value))));
  });

  it.each<[string, z.ZodType, unknown]>([
    ["an entry", page, { rows: [{ id: "1", at: AT }], next: null }],
    ["a list's length", z.array(z.number()).max(1), [1, 2]],
    ["what takes the place of a list", page, { rows: null, next: null }],
    ["a missing field", page, { rows: [] }],
  ])("is refused where its schema refuses it: %s", async (_name, schema, value) => {
    await expect(presentInPieces(schema, value)).rejects.toThrow(z.ZodError);
  });

  it("leaves the thread to others in between", async () => {
    let turns = 0;
    const countTurns = () => {
      turns += 1;
      if (turns < 1000) setImmediate(countTurns);
    };
    const slow = z.object({ rows: z.array(z.number().refine(isSlow)) });
    setImmediate(countTurns);
    await presentInPieces(slow, { rows: [1, 2, 3, 4, 5] });
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});

/** Takes longer than a slice. */
const isSlow = (): boolean => {
  for (const untilMs = performance.now() + 5; performance.now() < untilMs; );
  return true;
};
