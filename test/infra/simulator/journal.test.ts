import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { readLines } from "../../../infra/simulator/journal.ts";

it("gives the whole lines of a file, wherever the pieces in which it is read end", () => {
  const folder = mkdtempSync(join(tmpdir(), "journal-"));
  const file = join(folder, "lines");
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", ""))),
      fc.string().map((text) => text.replaceAll("\n", "")),
      fc.integer({ min: 1, max: 40 }),
      (lines, cutShort, pieceBytes) => {
        writeFileSync(file, lines.map((line) => `${line}\n`).join("") + cutShort);
        const read = [...readLines(file, pieceBytes)].map((line) => line.toString("utf8"));
        expect(read).toEqual(lines.map((line) => `${line}\n`));
      },
    ),
  );
  rmSync(folder, { recursive: true });
});
