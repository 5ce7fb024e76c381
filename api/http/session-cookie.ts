import type { Config } from "../../infra/config/config.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { forbidden } from "./http-error.ts";

/** What of a request tells who it is from. */
export interface RequestHead {
  readonly method: string;
  get(name: string): string | undefined;
}

const NAME = "ringdown_session";
const SAFE_METHODS = new Set(["GET", "HEAD"]);

/** Returns the `Set-Cookie` that stores a session where scripts cannot read it. */
export const writeSessionCookie = (config: Config, { token, expiresAt }: { token: string; expiresAt: Date }): string =>
  `${NAME}=${token}; Expires=${expiresAt.toUTCString()}; ${attributesOf(config)}`;

/** Returns the `Set-Cookie` that removes it. */
export const writeRemovedSessionCookie = (config: Config): string => `${NAME}=; Max-Age=0; ${attributesOf(config)}`;

const attributesOf = (config: Config): string =>
  `Path=/api/v1; HttpOnly; SameSite=Strict${readPublicBaseUrl(config).startsWith("https:") ? "; Secure" : ""}`;

/**
 * Returns the session token of the request's cookie. A browser sends the cookie with requests of any page, and SameSite
 * distinguishes hosts but not their ports, so a mutating request must come from the API's own origin.
 */
export const readSessionToken = (request: RequestHead): string | undefined => {
  const token = readCookie(request.get("cookie"));
  if (token === undefined || SAFE_METHODS.has(request.method)) return token;
  if (request.get("sec-fetch-site") === "same-origin") return token;
  throw forbidden(
    "cross_site_request",
    "A session in a cookie changes things from the console's own pages alone, opened over https or on this machine",
  );
};

const readCookie = (header = ""): string | undefined => {
  for (const pair of header.split(";")) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === NAME && value) return value;
  }
  return undefined;
};
