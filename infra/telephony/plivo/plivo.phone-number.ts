/** Plivo writes numbers without `+`. */
export const toPlivoNumber = (e164: string): string => e164.replace(/^\+/, "");

/** Returns E.164 with `+`; null when it is not a number: withheld, a SIP address, empty. */
export const toE164 = (number: string | null | undefined): string | null => {
  const digits = (number ?? "").trim().replace(/^\+/, "");
  return /^[1-9]\d{5,14}$/.test(digits) ? `+${digits}` : null;
};
