import type { Environment } from "../environment/sandbox.rules.ts";
import { MINUTE_MS } from "../time/durations.rules.ts";

/** A key is of production, unless it is made for the sandbox. */
export const USUAL_KEY_ENVIRONMENT = "production" satisfies Environment;

/** Random bytes of a key's value. */
export const KEY_BYTES = 32;

/** Lists of keys show archived ones too, unless it is said: they can be reactivated. */
export const LISTS_ARCHIVED_KEYS = true;

/** Lists show this beginning of a key, by which people recognize it. */
const PREFIX_LENGTH = 12;

/** The time of a key's last use is written this often, so that a busy key does not write a row for each request. */
export const LAST_USED_PRECISION_MS = MINUTE_MS;

/** Formats the value of a new key: it begins with what the key is for. */
export const formatApiKey = (environment: "production" | "sandbox", random: string): string =>
  `vap_${environment === "production" ? "live" : "test"}_${random}`;

/** Formats the beginning of the tokens of a client that signed in: the same for each of its tokens, so that people recognize it. */
export const formatClientPrefix = (environment: "production" | "sandbox", random: string): string =>
  `vao_${environment === "production" ? "live" : "test"}_${random}`.slice(0, PREFIX_LENGTH);

export const cutKeyPrefix = (value: string): string => value.slice(0, PREFIX_LENGTH);
