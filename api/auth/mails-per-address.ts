/** The mails that an address gets without delay; later ones are slowed. */
export const MAILS_PER_ADDRESS = { free: 3, longestSeconds: 900 };
