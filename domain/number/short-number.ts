/** Returns a number's last four digits for events: enough to tell numbers apart, and nothing to a stranger. */
export const shortenNumber = (e164: string): string => `…${e164.slice(-4)}`;
