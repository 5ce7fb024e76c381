import { timingSafeEqual } from "node:crypto";
import { SIGN_IN_MINUTES } from "../../domain/connector/sign-in.ts";
import { type Config, readPublicBaseUrl } from "../../infra/config/config.ts";
import { createBrowserSecret } from "../http/browser-secret.ts";
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
 * for a foreign organization. Several sign-ins at a time share its secret.
 */
const signInBrowser = createBrowserSecret({
  name: "ringdown_sign_in",
  path: "/api/v1/connectors",
  lifetimeSeconds: SIGN_IN_MINUTES * 60,
  sameSite: "Lax",
  isOfHost: true,
});

type Headers = Record<string, string | undefined>;
type CookieContext = Pick<OperationContext, "config" | "setCookie">;

/**
 * Returns the hash of a secret that only this browser knows; null for a program, which authenticates by a header. A person
 * confirms such a sign-in on a page of ours first.
 */
export const identifyBrowser = (context: CookieContext, headers: Headers): Buffer | null =>
  headers["x-api-key"] !== undefined || headers["authorization"] !== undefined
    ? null
    : giveBrowserSecret(context, headers);

/** Gives the browser its secret, and returns its hash. */
export const giveBrowserSecret = ({ config, setCookie }: CookieContext, headers: Headers): Buffer => {
  const { cookie, hash } = signInBrowser.give(config, headers);
  setCookie(cookie);
  return hash;
};

export const isSameBrowser = (
  { config }: Pick<OperationContext, "config">,
  { browserHash, headers }: { browserHash: Buffer | null; headers: Headers },
): boolean => {
  const given = signInBrowser.identify(config, headers);
  return browserHash !== null && given !== null && timingSafeEqual(given, browserHash);
};

/** Returns the page on which a person confirms a sign-in that a program began. */
export const buildConsentUrl = (config: Config, state: string): string =>
  `${readPublicBaseUrl(config)}/api/v1/connectors/sign-in?state=${encodeURIComponent(state)}`;
