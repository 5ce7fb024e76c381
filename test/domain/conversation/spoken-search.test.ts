import { expect, it } from "@jest/globals";
import { fitsSearch } from "../../../domain/conversation/spoken-search.ts";

const MARKED = [{ text: "a refund", marks: [{ start: 2, end: 8 }] }];

it.each([
  ["one of the words", { highlights: MARKED, similarity: 0 }, true],
  ["nearly the same meaning", { highlights: [], similarity: 0.3 }, true],
  ["some nearness", { highlights: [], similarity: 0.29 }, false],
])("a passage with %s", (_, passage, fits) => {
  expect(fitsSearch(passage)).toBe(fits);
});
