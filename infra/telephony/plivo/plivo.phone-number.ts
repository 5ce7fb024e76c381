/** Plivo writes numbers without `+`. */
export const toPlivoNumber = (e164: string): string => e164.replace(/^\+/, "");

/** E.164 with `+`; null for what is no number: withheld, a SIP address, nothing. */
export const toE164 = (number: string | null | undefined): string | null => {
  const digits = (number ?? "").trim().replace(/^\+/, "");
  return /^[1-9]\d{5,14}$/.test(digits) ? `+${digits}` : null;
};
