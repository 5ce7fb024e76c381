/** How events name a number: its last four digits tell it from its neighbours and nothing to a stranger. */
export const shortNumber = (e164: string): string => `…${e164.slice(-4)}`;
