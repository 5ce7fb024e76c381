/** How many mails an address gets at once; the next are slowed. */
export const MAILS_PER_ADDRESS = { free: 3, longestSeconds: 900 };
