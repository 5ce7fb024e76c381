import { formatCookieAttributes, mayUseCookie, SESSION_COOKIE } from "../../domain/access/session.ts";
import type { Config } from "../../infra/config/config.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { readCookies } from "./browser-secret.ts";
import { forbidden } from "./http-error.ts";

/** What of a request tells who it is from. */
export interface RequestHead {
  readonly method: string;
  get(name: string): string | undefined;
}

/** Returns the `Set-Cookie` that stores a session where scripts cannot read it. */
export const writeSessionCookie = (config: Config, { token, expiresAt }: { token: string; expiresAt: Date }): string =>
  `${SESSION_COOKIE}=${token}; Expires=${expiresAt.toUTCString()}; ${attributesOf(config)}`;

/** Returns the `Set-Cookie` that removes it. */
export const writeRemovedSessionCookie = (config: Config): string =>
  `${SESSION_COOKIE}=; Max-Age=0; ${attributesOf(config)}`;

const attributesOf = (config: Config): string =>
  formatCookieAttributes({ isHttps: readPublicBaseUrl(config).startsWith("https:") });

/** Returns the session token of the request's cookie; throws where this request may not use it. */
export const readSessionToken = (request: RequestHead): string | undefined => {
  const [token] = readCookies(request.get("cookie"), SESSION_COOKIE);
  if (token === undefined) return token;
  if (mayUseCookie({ method: request.method, fetchSite: request.get("sec-fetch-site") })) return token;
  throw forbidden(
    "cross_site_request",
    "A session in a cookie changes things from the console's own pages alone, opened over https or on this machine",
  );
};
