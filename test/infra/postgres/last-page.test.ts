import { expect, it } from "@jest/globals";
import { countToLastPage } from "../../../infra/postgres/last-page.ts";

it.each([
  ["no row", 0, 0, 0],
  ["a first page that is not full", 3, 0, 3],
  ["a later page that is not full", 3, 20, 23],
  ["a full page, behind which there may be more", 10, 20, undefined],
  ["a page behind the end, which may be anywhere before it", 0, 20, undefined],
])("%s tells how many rows a list has, or that they must be counted", (_, rows, offset, count) => {
  expect(countToLastPage(rows, { limit: 10, offset })).toBe(count);
});
