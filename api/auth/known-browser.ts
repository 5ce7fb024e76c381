import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";
import { createBrowserSecret } from "../http/browser-secret.ts";

/** By which the browser of an earlier log-in is known: wrong passwords from elsewhere do not slow it down. */
export const knownBrowser = createBrowserSecret({
  name: "ringdown_browser",
  path: "/api/v1/auth",
  // The longest that browsers keep a cookie.
  lifetimeSeconds: 400 * DAY_SECONDS,
  sameSite: "Strict",
  isOfHost: false,
});

/** Returns the hash of its secret, as the places of log-ins are kept; null: it has none. */
export const identifyKnownBrowser = (...asked: Parameters<typeof knownBrowser.identify>): string | null =>
  knownBrowser.identify(...asked)?.toString("hex") ?? null;
