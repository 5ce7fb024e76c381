import { DAY_MS } from "../time/durations.rules.ts";
import type { Scope } from "./api-key-scope.ts";

/** How long before its end a key is among what needs attention. */
export const KEY_ENDS_SOON_MS = 7 * DAY_MS;

/** How an API key is narrower than its maker's role; null: not in this way. */
export interface KeyLimits {
  /** What it may do. */
  scopes: readonly Scope[] | null;
  expiresAt: Date | null;
}

/** Returns how `key` would go further than `maker`, as a sentence's end; null: it does not. */
export const describeWiderKey = (maker: KeyLimits, key: KeyLimits): string | null => {
  const { scopes, expiresAt } = maker;
  if (scopes && !key.scopes) return `everything, and yours only ${scopes.join(", ")}`;
  const more = key.scopes?.filter((scope) => scopes && !scopes.includes(scope)) ?? [];
  if (more.length > 0) return `${more.join(", ")}, and yours may not`;
  if (expiresAt && (!key.expiresAt || key.expiresAt > expiresAt))
    return `something after ${expiresAt.toISOString()}, when yours expires`;
  return null;
};

/** Returns the end of a sentence that tells of a key: `, for campaigns:read, until 2027-01-31T00:00:00.000Z`. */
export const describeLimits = ({ scopes, expiresAt }: KeyLimits): string =>
  [
    ...(scopes ? [`, for ${scopes.join(" and ")}`] : []),
    ...(expiresAt ? [`, until ${expiresAt.toISOString()}`] : []),
  ].join("");
