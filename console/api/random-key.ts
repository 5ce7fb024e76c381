/**
 * `crypto.randomUUID` is missing on pages that are served without TLS on a private network; `getRandomValues` is not.
 */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
