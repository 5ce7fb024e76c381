/** Returns why a budget cannot be saved, and who can change that. */
export const explainMissingPrices = (providers: readonly string[], currency: string): string =>
  `A budget in ${currency} is not possible: there are no prices in ${currency} for calls of ${providers.join(", ")}. The operator sets them in CALL_PRICES_FILE`;
