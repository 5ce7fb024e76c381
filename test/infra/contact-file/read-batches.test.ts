import { Readable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { readBatches } from "../../../infra/contact-file/read-batches.ts";
import { collect } from "../../harness/collect.ts";

const batchesOf = (lines: string[], position = 0) =>
  collect(
    readBatches(Readable.from([Buffer.from(["phone,mobile,note", ...lines].join("\n"))]), {
      mapping: {},
      country: "US",
      position,
    }),
  );
const sizesOf = async (lines: string[], position?: number) =>
  (await batchesOf(lines, position)).map((batch) => [batch.position, batch.rowCount, batch.contacts.length]);
const rows = (count: number, note = "") => Array.from({ length: count }, () => `2025550123,,${note}`);

describe("the batches of a file", () => {
  it("have 5,000 rows each, and the last one what is left", async () => {
    expect(await sizesOf(rows(5000))).toEqual([[0, 5000, 5000]]);
    expect(await sizesOf(rows(5001))).toEqual([
      [0, 5000, 5000],
      [5000, 1, 1],
    ]);
    expect(await sizesOf(rows(5003), 2)).toEqual([
      [2, 5000, 5000],
      [5002, 1, 1],
    ]);
  });

  it("end before where their contacts hold half a megabyte", async () => {
    const note = "x".repeat(32_768 - '{"note":""}'.length);
    expect(await sizesOf(rows(17, note))).toEqual([
      [0, 16, 16],
      [16, 1, 1],
    ]);
  });

  it("say what is wrong with a row, and which other column of numbers was taken how often", async () => {
    const [batch] = await batchesOf([`${"1".repeat(300)},,`, ",2025550124,", ",2025550125,"]);
    expect(batch).toMatchObject({
      rowCount: 3,
      contacts: [{ phoneNumber: "+12025550124" }, { phoneNumber: "+12025550125" }],
      faults: [{ line: 2, value: "1".repeat(200) }],
      warnings: [{ code: "other_number_column", count: 2, detail: "mobile" }],
    });
  });
});
