const E164 = /^\+[1-9]\d{6,14}$/;

/** Tells whether a text is written as E.164; whether the number exists is another question. */
export const isE164 = (text: string): boolean => E164.test(text);

/** Returns a number's last four digits for events: enough to tell numbers apart, and nothing to a stranger. */
export const shortenNumber = (e164: string): string => `…${e164.slice(-4)}`;
