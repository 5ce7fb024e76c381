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
