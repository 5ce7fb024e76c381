/** Rounds to the minor unit of a currency; a cost above zero is at least one unit. */
export const roundToMinorUnit = (exactMinor: number): number =>
  exactMinor === 0 ? 0 : Math.max(1, Math.round(exactMinor));
