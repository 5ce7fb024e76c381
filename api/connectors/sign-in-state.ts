import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { SIGN_IN_MINUTES } from "../../domain/connector/sign-in.ts";
import { type Config, readPublicBaseUrl } from "../../infra/config/config.ts";
import type { OperationContext } from "../http/operation-context.ts";

const PURPOSE = "connector-sign-in";
const CALLBACK = "/api/v1/connectors/callback";

/** Returns the only address to which an app redirects people. */
export const buildRedirectUri = (config: Config): string => `${readPublicBaseUrl(config)}${CALLBACK}`;

type Tokens = Pick<OperationContext, "tokens" | "clock">;

/** Signs the state that goes to the app and comes back: it identifies the sign-in and proves that it is ours. */
export const signState = (
  { tokens, clock }: Tokens,
  { organizationId, uuid }: { organizationId: number; uuid: string },
) =>
  tokens.sign(`${organizationId}/${uuid}`, {
    purpose: PURPOSE,
    expiresAt: new Date(clock.now().getTime() + SIGN_IN_MINUTES * 60_000),
  });

export const readState = (
  { tokens, clock }: Tokens,
  state: string,
): { organizationId: number; uuid: string } | null => {
  const [organization, uuid] = tokens.read(state, { purpose: PURPOSE, now: clock.now() })?.split("/") ?? [];
  return organization && uuid ? { organizationId: Number(organization), uuid } : null;
};

/**
 * A sign-in that a browser began can only be completed in the same browser: otherwise somebody could make another person sign in
 * for a foreign organization. The session's own cookie is not sent when an app redirects people back.
 */
const COOKIE = "ringdown_sign_in";
const VALUE = /^[\w-]{43}$/;

type Headers = Record<string, string | undefined>;

/**
 * Returns the hash of a secret that only this browser knows; null for a program, which authenticates by a header. A person
 * confirms such a sign-in on a page of ours first.
 */
export const identifyBrowser = (context: CookieContext, headers: Headers): Buffer | null =>
  headers["x-api-key"] !== undefined || headers["authorization"] !== undefined
    ? null
    : giveBrowserValue(context, headers);

type CookieContext = Pick<OperationContext, "config" | "setCookie">;

/** Gives the browser its secret, and returns its hash. */
export const giveBrowserValue = ({ config, setCookie }: CookieContext, headers: Headers): Buffer => {
  // Several sign-ins at a time share the value.
  const value = cookieOf(headers) ?? randomBytes(32).toString("base64url");
  const secure = readPublicBaseUrl(config).startsWith("https:") ? "; Secure" : "";
  setCookie(
    `${COOKIE}=${value}; Max-Age=${SIGN_IN_MINUTES * 60}; Path=/api/v1/connectors; HttpOnly; SameSite=Lax${secure}`,
  );
  return hashOf(value);
};

export const isSameBrowser = (browserHash: Buffer | null, headers: Headers): boolean => {
  const value = cookieOf(headers);
  return browserHash !== null && value !== undefined && timingSafeEqual(hashOf(value), browserHash);
};

/** Returns the page on which a person confirms a sign-in that a program began. */
export const buildConsentUrl = (config: Config, state: string): string =>
  `${readPublicBaseUrl(config)}/api/v1/connectors/sign-in?state=${encodeURIComponent(state)}`;

const cookieOf = (headers: Headers): string | undefined => {
  for (const pair of (headers["cookie"] ?? "").split(";")) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === COOKIE && VALUE.test(value)) return value;
  }
  return undefined;
};

const hashOf = (value: string): Buffer => createHash("sha256").update(value).digest();
