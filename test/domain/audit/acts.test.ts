import { expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import { decideAct, isChange, READS } from "../../../domain/audit/acts.ts";

it("every operation that reads says what the audit keeps of it, and no other does", () => {
  const reads = operations.filter((operation) => !isChange(operation) && !operation.area.includes("callbacks"));
  expect(Object.keys(READS).sort()).toEqual(reads.map(({ id }) => id).sort());
});

it("every change is an act", () => {
  const unkept = operations.filter((operation) => isChange(operation) && decideAct(operation) === null);
  expect(unkept).toEqual([]);
});
