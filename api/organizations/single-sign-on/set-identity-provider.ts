import type { z } from "zod";
import {
  buildLoggedOutUri,
  buildLogOutUri,
  buildProviderRedirectUri,
  buildScimAddress,
} from "../../../infra/config/provider-addresses.ts";
import {
  openIdentityProvider,
  ProviderAwayError,
  ProviderRefusedError,
} from "../../../infra/oidc/identity-provider-client.ts";
import type { IdentityProvider } from "../../../infra/postgres/access/identity-provider.entity.ts";
import {
  buildProviderSealContext,
  findIdentityProvider,
  forgetIdentities,
  listDomains,
  openClientSecret,
  removeIdentityProvider as removeProvider,
  storeIdentityProvider,
} from "../../../infra/postgres/access/identity-provider.repository.ts";
import { readScimToken } from "../../../infra/postgres/access/scim.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { invalidField } from "../../http/http-error.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requireOwner } from "../../http/require-production.ts";
import { tellOfSignIn } from "./domains.ts";
import {
  noIdentityProvider,
  noProvedDomain,
  providerEndsNoSessions,
  providerUnreachable,
  secretNeeded,
} from "./single-sign-on.errors.ts";
import type { identityProviderBody } from "./single-sign-on.schemas.ts";

const describePlaces = ({ config, actor }: OperationContext) => ({
  redirect_uri: buildProviderRedirectUri(config),
  log_out_uri: buildLogOutUri(config, actor.organizationId),
  logged_out_uri: buildLoggedOutUri(config),
});

const present = (context: OperationContext, provider: IdentityProvider) => ({
  name: provider.name,
  issuer: provider.issuer,
  client_id: provider.client_id,
  groups_claim: provider.groups_claim,
  group_roles: provider.group_roles,
  default_role: provider.default_role,
  is_required: provider.is_required,
  log_out_at_provider: provider.log_out_at_provider,
  ...describePlaces(context),
});

export const getIdentityProvider = async (context: OperationContext) => {
  const [provider, directory] = await context.inOrganization(async (tx) => [
    await findIdentityProvider(tx),
    await readScimToken(tx),
  ]);
  return {
    provider: provider ? present(context, provider) : null,
    directory: directory ?? null,
    scim_base_url: buildScimAddress(context.config),
    ...describePlaces(context),
  };
};

type Body = z.output<typeof identityProviderBody>;

/** Sets the provider, after it has answered at its address. With another issuer or client, whom it knew before is forgotten. */
export const setIdentityProvider = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof identityProviderBody }>,
) => {
  requireOwner(context.actor, "change how members sign in");
  const kept = await context.database.inOrganization(context.actor.organizationId, findIdentityProvider);
  const isSame = kept?.issuer === body.issuer && kept.client_id === body.client_id;
  const clientSecret = body.client_secret ?? (isSame ? openClientSecret(kept, context.secrets) : null);
  if (clientSecret === null) throw secretNeeded();
  await requireAnswer(context, { body, clientSecret });
  return context.inOrganization(async (tx) => {
    const { organizationId } = context.actor;
    if (body.is_required) await requireProvedDomain(tx);
    if (!isSame) await forgetIdentities(tx, context.clock.now());
    const stored = await storeIdentityProvider(tx, {
      organization_id: organizationId,
      name: body.name,
      issuer: body.issuer,
      client_id: body.client_id,
      client_secret_sealed: context.secrets.seal(clientSecret, buildProviderSealContext(organizationId)),
      groups_claim: body.groups_claim,
      group_roles: body.group_roles,
      default_role: body.default_role ?? null,
      is_required: body.is_required,
      log_out_at_provider: body.log_out_at_provider,
    });
    const how = body.is_required ? "Members sign in by it alone" : "Members may sign in by it";
    tellOfSignIn(context, tx, `The identity provider ${body.name} (${body.issuer}) was set. ${how}`);
    return present(context, stored);
  });
};

const requireAnswer = async (
  { guardedRequests }: OperationContext,
  { body, clientSecret }: { body: Body; clientSecret: string },
): Promise<void> => {
  const fault = guardedRequests.urlFault(body.issuer);
  if (fault) throw invalidField(["issuer"], fault);
  try {
    const settings = { issuer: body.issuer, clientId: body.client_id, clientSecret };
    const { endsSessions } = await openIdentityProvider(settings, guardedRequests);
    if (body.log_out_at_provider && !endsSessions) throw providerEndsNoSessions();
  } catch (error) {
    if (error instanceof ProviderAwayError || error instanceof ProviderRefusedError)
      throw providerUnreachable(error.message);
    throw error;
  }
};

const requireProvedDomain = async (tx: OrganizationTransaction): Promise<void> => {
  const domains = await listDomains(tx);
  if (!domains.some(({ proved_at: at }) => at !== null)) throw noProvedDomain();
};

/** Removes the provider; the sessions that it has opened end. */
export const removeIdentityProvider = (context: OperationContext) =>
  context.inOrganization(async (tx) => {
    requireOwner(context.actor, "change how members sign in");
    if (!(await removeProvider(tx, context.clock.now()))) throw noIdentityProvider();
    tellOfSignIn(context, tx, "The identity provider was removed");
    return { success: true };
  });
