import { randomBytes } from "node:crypto";
import { PROVIDER_MINUTES } from "../../../domain/access/identity-provider.ts";
import { type Config, readPublicBaseUrl } from "../../../infra/config/config.ts";
import { PROVIDER_PATH } from "../../../infra/config/provider-addresses.ts";
import { hashToken } from "../../http/authenticate.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { createRawAnswer, type RawAnswer } from "../../http/raw-answer.ts";

const PURPOSE = "provider-sign-in";

type Tokens = Pick<OperationContext, "tokens" | "clock">;
interface NamedSignIn {
  organizationId: number;
  uuid: string;
}

/** Signs the state that goes to the provider and comes back: it identifies the sign-in and proves that it is ours. */
export const signProviderState = ({ tokens, clock }: Tokens, { organizationId, uuid }: NamedSignIn): string =>
  tokens.sign(`${organizationId}/${uuid}`, {
    purpose: PURPOSE,
    expiresAt: new Date(clock.now().getTime() + PROVIDER_MINUTES * 60_000),
  });

export const readProviderState = ({ tokens, clock }: Tokens, state: string): NamedSignIn | null => {
  const [organization, uuid] = tokens.read(state, { purpose: PURPOSE, now: clock.now() })?.split("/") ?? [];
  return organization && uuid ? { organizationId: Number(organization), uuid } : null;
};

/**
 * A sign-in is finished in the browser that began it: otherwise somebody could have another person sign in as them. The cookie comes
 * along when the provider sends the person back, which that of a session does not.
 */
const COOKIE = "ringdown_provider";
const VALUE = /^[\w-]{43}$/;

type Headers = Record<string, string | undefined>;

/** Gives the browser a secret for its sign-ins, and returns its hash. */
export const giveSignInSecret = (
  { config, setCookie }: Pick<OperationContext, "config" | "setCookie">,
  headers: Headers,
): Buffer => {
  const value = readCookie(headers) ?? randomBytes(32).toString("base64url");
  const secure = readPublicBaseUrl(config).startsWith("https:") ? "; Secure" : "";
  setCookie(
    `${COOKIE}=${value}; Max-Age=${PROVIDER_MINUTES * 60}; Path=${PROVIDER_PATH}; HttpOnly; SameSite=Lax${secure}`,
  );
  return hashToken(value);
};

/** Returns the hash of the browser's secret; null: it has none. */
export const identifySignInBrowser = (headers: Headers): Buffer | null => {
  const value = readCookie(headers);
  return value === undefined ? null : hashToken(value);
};

const readCookie = (headers: Headers): string | undefined => {
  for (const pair of (headers["cookie"] ?? "").split(";")) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === COOKIE && VALUE.test(value)) return value;
  }
  return undefined;
};

/** Why a sign-in by the provider came to nothing; the console has a sentence for each. */
export type ProviderFault =
  | "provider_away"
  | "provider_refused"
  | "provider_expired"
  | "provider_domain"
  | "provider_no_role"
  | "provider_other_person";

/** Leads a browser to a page of the console. */
export const leadTo = (address: string): RawAnswer =>
  createRawAnswer((response) => response.set("Cache-Control", "no-store").redirect(303, address));

export const leadToSignIn = (config: Config, fault: ProviderFault): RawAnswer =>
  leadTo(`${readPublicBaseUrl(config)}/console/sign-in?fault=${fault}`);
