import { expect, it } from "@jest/globals";
import { readRecordedPolicy, withoutRepeated } from "../../../application/what-if/past-policies.ts";
import type { RecordedPolicy } from "../../../domain/record/entry-facts.ts";

const policyOf = (pack: string, most: number | null): RecordedPolicy => ({
  hours: null,
  max_attempts_per_number_per_day: most,
  rules: { packs: [{ pack, digest: "sha256:0" }], hours: [], attempts: [], others: [], own: [] },
  budgets: null,
});

it("policies of several countries that alternate are one, as long as hours and limit are the same", () => {
  const read = [
    readRecordedPolicy(policyOf("us-federal@2026-11", 3), 1),
    readRecordedPolicy(policyOf("uk@2026-11", 3), 2),
    readRecordedPolicy(policyOf("us-federal@2026-11", 3), 3),
    readRecordedPolicy(policyOf("uk@2026-11", 2), 4),
    readRecordedPolicy(policyOf("us-federal@2026-11", 3), 5),
  ];
  expect(withoutRepeated(read).map(({ fromMs }) => fromMs)).toEqual([1, 4, 5]);
});
