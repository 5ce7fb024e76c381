/** Returns why a budget cannot be saved, and who can change that. */
export const noPricesSentence = (providers: readonly string[], currency: string): string =>
  `A budget in ${currency} cannot be kept: there are no prices in ${currency} for calls of ${providers.join(", ")}. The operator gives them in CALL_PRICES_FILE`;
