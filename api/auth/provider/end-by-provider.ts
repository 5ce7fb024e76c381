import {
  openIdentityProvider,
  ProviderAwayError,
  ProviderRefusedError,
} from "../../../infra/oidc/identity-provider-client.ts";
import {
  endProviderSessions,
  findIdentity,
  findIdentityProvider,
  openClientSecret,
} from "../../../infra/postgres/access/identity-provider.repository.ts";
import { unavailable } from "../../http/http-error.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { organizationNotFound } from "../account.errors.ts";
import { logOutInvalid } from "./provider.errors.ts";
import type { endByProviderParams } from "./provider.schemas.ts";

/**
 * Ends the sessions of somebody who has logged out at the provider (OIDC Back-Channel Logout 1.0). A token that names no session ends
 * those that began before it, so that a repeated one ends no later ones.
 */
export const endByProvider = async (
  context: OperationContext,
  { params, request }: OperationInput<{ params: typeof endByProviderParams }> & WithRequest,
): Promise<undefined> => {
  const { database, secrets, guardedRequests, clock } = context;
  const { organization_id: organizationId } = params;
  const provider = await database.inOrganization(organizationId, findIdentityProvider);
  if (!provider) throw organizationNotFound();
  const { issuer, client_id: clientId } = provider;
  const token = new URLSearchParams(request.rawBody.toString("utf8")).get("logout_token") ?? "";
  const settings = { issuer, clientId, clientSecret: openClientSecret(provider, secrets) };
  const { subject, session, at } = await readToken(() => openIdentityProvider(settings, guardedRequests), token);
  await database.inOrganization(organizationId, async (tx) => {
    const identity = subject === undefined ? undefined : await findIdentity(tx, { issuer, subject });
    if (subject !== undefined && !identity) return;
    const of = { ...(identity && { userId: identity.user_id }), session, before: at };
    await endProviderSessions(tx, { ...of, at: clock.now() });
  });
};

const readToken = async (open: () => ReturnType<typeof openIdentityProvider>, token: string) => {
  try {
    return await (await open()).readLogOut(token);
  } catch (error) {
    if (error instanceof ProviderAwayError)
      throw unavailable("The identity provider could not be asked for its keys", error);
    throw error instanceof ProviderRefusedError ? logOutInvalid(error) : error;
  }
};
