import { DAY_MS } from "../time/durations.rules.ts";

/** A person is logged in for this long, unless they log out or the session is ended for them. */
export const SESSION_GOOD_FOR_MS = 7 * DAY_MS;

/** The newest sessions of a person are listed: each log-in opens one, which is valid for a week. */
export const MOST_SESSIONS_LISTED = 500;

/** A browser may hold its session in a cookie of this name. */
export const SESSION_COOKIE = "ringdown_session";

/** Returns the attributes of that cookie: scripts do not read it, and other sites do not send it. */
export const formatCookieAttributes = ({ isHttps }: { isHttps: boolean }): string =>
  `Path=/api/v1; HttpOnly; SameSite=Strict${isHttps ? "; Secure" : ""}`;

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Tells whether a request may use the session in its cookie. A browser sends the cookie with requests of any page, and SameSite
 * distinguishes hosts but not their ports, so a mutating request must come from the API's own origin. `fetchSite`: `Sec-Fetch-Site`.
 */
export const mayUseCookie = ({ method, fetchSite }: { method: string; fetchSite: string | undefined }): boolean =>
  SAFE_METHODS.has(method) || fetchSite === "same-origin";
