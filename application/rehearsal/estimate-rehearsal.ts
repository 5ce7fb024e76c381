import { z } from "zod";
import { roundToMinorUnit } from "../../domain/model/model-usage.ts";
import { addExpected, estimateScenario } from "../../domain/rehearsal/rehearsal-estimate.ts";
import type { RehearsedScenario } from "../../domain/rehearsal/scenario.ts";
import { type ModelChoice, readPricedName } from "../../infra/models/open-model.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";

/** The usage that a rehearsal is expected to have, as its row keeps it. */
export const keptEstimate = z.object({
  requests: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  cost_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
});

/** Estimates what scenarios will use, each as often as it is played. The stand-in costs nothing; null: its model has no price. */
export const estimateRehearsal = (
  planned: readonly { scenario: RehearsedScenario; runs: number }[],
  {
    definition,
    choice,
    prices,
  }: { definition: Readonly<Record<string, unknown>>; choice: ModelChoice | null; prices: PriceTable },
): z.output<typeof keptEstimate> => {
  const definitionCharacters = JSON.stringify(definition).length;
  const expected = addExpected(
    planned.flatMap(({ scenario, runs }) =>
      Array.from({ length: runs }, () => estimateScenario(scenario, { definitionCharacters })),
    ),
  );
  const name = readPricedName(choice);
  const price = name === null ? { exactMinor: 0, currency: null } : prices.costOfTokens(name, expected);
  return {
    requests: expected.requests,
    prompt_tokens: expected.promptTokens,
    completion_tokens: expected.completionTokens,
    cost_minor: price && roundToMinorUnit(price.exactMinor),
    currency: price?.currency ?? null,
  };
};
