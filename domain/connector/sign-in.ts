/** The least role that connects accounts of apps: whoever has lost it meanwhile cannot finish a sign-in. */
export const CONNECTING_ROLE = "admin";

/** A person signs in at the app within this time. */
export const SIGN_IN_MINUTES = 10;
/** A sign-in that was not finished is removed so long after its end. */
export const SIGN_INS_KEPT_HOURS = 24;

/** Within this time before its end a token is refreshed by the first worker that needs it; the others continue with the old one. */
const REFRESHED_BEFORE_MS = 300_000;
/** Within this time before its end a token is not used, because a request takes time. */
const UNUSABLE_BEFORE_MS = 30_000;

/** Tells whether a token can be used, and whether it is time to refresh it. `endsAt` null: it never ends. */
export const readTokenAge = (endsAt: Date | null, now: Date): "fresh" | "to_refresh" | "unusable" => {
  const leftMs = endsAt === null ? Number.POSITIVE_INFINITY : endsAt.getTime() - now.getTime();
  if (leftMs <= UNUSABLE_BEFORE_MS) return "unusable";
  return leftMs > REFRESHED_BEFORE_MS ? "fresh" : "to_refresh";
};
