import { isLoopback } from "../../../domain/access/client-sign-in.ts";
import { CLIENT_ROLES, hasRole } from "../../../domain/access/member-role.rules.ts";
import { readOrganizationName } from "../../../infra/postgres/access/members.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requirePerson } from "../require-person.ts";
import type { signInQuery } from "./oauth.schemas.ts";
import { buildRedirect, readSignedRequest } from "./sign-in-request.ts";

/** Tells the person who asks, and what they may give. */
export const readSignIn = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof signInQuery }>,
) => {
  requirePerson(context);
  const { request, client } = await readSignedRequest(context, query.request);
  const { role } = context.actor;
  return {
    client_name: client.name,
    redirect_uri: request.redirectUri,
    is_on_this_computer: isLoopback(request.redirectUri),
    organization_name: await context.inOrganization(readOrganizationName),
    roles: CLIENT_ROLES.filter((each) => hasRole(role, each)),
    may_be_live: context.config.MCP_LIVE && hasRole(role, "admin"),
    scopes: request.scopes.length > 0 ? request.scopes : null,
    refusal: buildRedirect(context, request, {
      error: "access_denied",
      error_description: "The person has not let the program in",
    }),
  };
};
