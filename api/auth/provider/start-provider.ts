import { randomBytes } from "node:crypto";
import { readDomain } from "../../../domain/access/email-address.ts";
import { PROVIDER_MINUTES } from "../../../domain/access/identity-provider.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import { buildProviderRedirectUri } from "../../../infra/config/provider-addresses.ts";
import {
  openIdentityProvider,
  ProviderAwayError,
  ProviderRefusedError,
} from "../../../infra/oidc/identity-provider-client.ts";
import {
  beginProviderSignIn,
  buildProviderSignInSealContext,
  findIdentityProvider,
  listProvidersOfDomain,
  openClientSecret,
} from "../../../infra/postgres/access/identity-provider.repository.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import type { RawAnswer } from "../../http/raw-answer.ts";
import { organizationNotFound } from "../account.errors.ts";
import type { startProviderQuery, waysInBody } from "./provider.schemas.ts";
import { leadTo, leadToSignIn, providerBrowser, signProviderState } from "./provider-state.ts";

/** Lists the providers of an address's domain. It says nothing about the address itself. */
export const listWaysIn = async (
  { database, config }: OperationContext,
  { body: { email } }: OperationInput<{ body: typeof waysInBody }>,
) => {
  const providers = await listProvidersOfDomain(database.withoutOrganization, readDomain(email));
  return {
    providers: providers.map(({ organization_id, name }) => {
      const query = new URLSearchParams({ organization_id: String(organization_id), email }).toString();
      return { organization_id, name, start_url: `${readPublicBaseUrl(config)}/api/v1/auth/provider/start?${query}` };
    }),
  };
};

const PROTOCOL_SECRET_BYTES = 32;
const createSecret = (): string => randomBytes(PROTOCOL_SECRET_BYTES).toString("base64url");

/** Leads a browser to the provider of an organization; one that is away leads it back to the log-in with that word. */
export const startProvider = async (
  context: OperationContext,
  { query, request }: OperationInput<{ query: typeof startProviderQuery }> & WithRequest,
): Promise<RawAnswer> => {
  const { database, config, secrets, clock, ids, guardedRequests, logger } = context;
  const { organization_id: organizationId } = query;
  const provider = await database.inOrganization(organizationId, findIdentityProvider);
  if (!provider) throw organizationNotFound();
  const settings = {
    issuer: provider.issuer,
    clientId: provider.client_id,
    clientSecret: openClientSecret(provider, secrets),
  };
  const uuid = ids.uuid();
  const [verifier, nonce] = [createSecret(), createSecret()];
  try {
    const client = await openIdentityProvider(settings, guardedRequests);
    const address = await client.buildAuthorizationUrl({
      state: signProviderState(context, { organizationId, uuid }),
      nonce,
      verifier,
      redirectUri: buildProviderRedirectUri(config),
      email: query.email,
    });
    const now = clock.now();
    const browser = providerBrowser.give(config, request.headers);
    context.setCookie(browser.cookie);
    const signIn = {
      uuid,
      organization_id: organizationId,
      issuer: settings.issuer,
      client_id: settings.clientId,
      verifier_sealed: secrets.seal(verifier, buildProviderSignInSealContext(uuid)),
      nonce,
      browser_hash: browser.hash,
      destination: query.to ?? null,
      expires_at: new Date(now.getTime() + PROVIDER_MINUTES * 60_000),
    };
    await database.inOrganization(organizationId, (tx) => beginProviderSignIn(tx, { ...signIn, now }));
    return leadTo(address.href);
  } catch (err) {
    if (!(err instanceof ProviderAwayError || err instanceof ProviderRefusedError)) throw err;
    logger.warn({ err, organization_id: organizationId }, "an identity provider could not be asked");
    return leadToSignIn(config, "provider_away");
  }
};
