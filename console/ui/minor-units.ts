const countMinorUnits = (currency: string): number => {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  } catch {
    // A currency of which only a part is typed yet.
    return 100;
  }
};

/** Reads what people type, whole units of a currency, as the API's smallest ones; null: nothing. */
export const readMinor = (text: string, currency: string): number | null =>
  text === "" ? null : Math.round(Number(text) * countMinorUnits(currency));

export const writeMinor = (minor: number | null | undefined, currency: string): string =>
  minor === null || minor === undefined ? "" : String(minor / countMinorUnits(currency));
