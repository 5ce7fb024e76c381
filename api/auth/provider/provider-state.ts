import { PROVIDER_MINUTES } from "../../../domain/access/identity-provider.ts";
import { type Config, readPublicBaseUrl } from "../../../infra/config/config.ts";
import { PROVIDER_PATH } from "../../../infra/config/provider-addresses.ts";
import { createBrowserSecret } from "../../http/browser-secret.ts";
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

/** A sign-in is finished in the browser that began it: otherwise somebody could have another person sign in as them. */
export const providerBrowser = createBrowserSecret({
  name: "ringdown_provider",
  path: PROVIDER_PATH,
  lifetimeSeconds: PROVIDER_MINUTES * 60,
  sameSite: "Lax",
  isOfHost: true,
});

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
