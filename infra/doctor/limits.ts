/** The longest that a part of the installation may take to take a connection. */
export const CONNECTS_WITHIN_MS = 10_000;
/** The longest that an address on the way of a browser or to a provider may take to answer. */
export const ANSWERS_WITHIN_MS = 5_000;

export const HTTPS_PORT = 443;
