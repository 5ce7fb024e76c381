const countMinorUnits = (currency: string): number => {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  } catch {
    // The currency is typed only in part so far.
    return 100;
  }
};

/** Converts typed text, in whole units of a currency, to its minor unit; null: nothing was typed. */
export const readMinor = (text: string, currency: string): number | null =>
  text === "" ? null : Math.round(Number(text) * countMinorUnits(currency));

export const writeMinor = (minor: number | null | undefined, currency: string): string =>
  minor === null || minor === undefined ? "" : String(minor / countMinorUnits(currency));
