import { randomBytes } from "node:crypto";
import { formatClientPrefix, KEY_BYTES } from "../../../domain/access/api-key.ts";
import { describeLimits } from "../../../domain/access/api-key-limits.ts";
import { CODE_MS, MOST_GRANTS_OF_PERSON } from "../../../domain/access/client-sign-in.ts";
import { hasRole } from "../../../domain/access/member-role.rules.ts";
import { DAY_MS } from "../../../domain/time/durations.rules.ts";
import {
  archiveExpiredGrants,
  countGrantsOf,
  insertClientGrant,
} from "../../../infra/postgres/access/client-grants.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { insertRow } from "../../../infra/postgres/insert-row.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { hashToken } from "../../http/authenticate.ts";
import { forbidden, HttpError } from "../../http/http-error.ts";
import type { OperationInput } from "../../http/operation.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";
import { requireQuota } from "../../require-quota.ts";
import { requirePerson } from "../require-person.ts";
import type { letInBody } from "./oauth.schemas.ts";
import { buildRedirect, readSignedRequest } from "./sign-in-request.ts";

/**
 * Makes the key of a program and the code for which it gets its tokens. Until then nobody has the key's value: it is that of random bytes
 * that are kept nowhere.
 */
export const letClientIn = async (context: OperationContext, { body }: OperationInput<{ body: typeof letInBody }>) => {
  const { userId } = requirePerson(context);
  const { organizationId, role: own } = context.actor;
  const { environment, scopes, role = hasRole(own, "operator") ? "operator" : "viewer" } = body;
  if (!hasRole(own, role)) throw forbidden("role_insufficient", `This needs the role ${role}; yours is ${own}`);
  if (environment === "production") requireLive(context);
  const { request, client } = await readSignedRequest(context, body.request);
  const now = context.clock.now();
  const limits = { scopes: scopes ?? null, expiresAt: new Date(now.getTime() + body.days * DAY_MS) };
  const code = randomBytes(KEY_BYTES).toString("base64url");
  return context.inOrganization(async (tx) => {
    await archiveExpiredGrants(tx, { userId, at: now });
    await requireQuota(tx, "api_keys");
    await requireFewPrograms(tx, userId);
    const key = await insertRow(tx, "api_keys", {
      organization_id: organizationId,
      name: client.name,
      client_name: client.name,
      key_prefix: formatClientPrefix(environment, randomBytes(KEY_BYTES).toString("base64url")),
      key_hash: randomBytes(KEY_BYTES),
      environment,
      role,
      created_by: userId,
      expires_at: limits.expiresAt,
      scopes: limits.scopes,
    });
    await insertClientGrant(tx, {
      organizationId,
      apiKeyId: key.id,
      clientHash: hashToken(request.clientId),
      codeHash: hashToken(code),
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
      codeExpiresAt: new Date(now.getTime() + CODE_MS),
    });
    const summary = `${client.name} was let in (${key.key_prefix}…) as ${role} in ${environment}${describeLimits(limits)}`;
    recordTimelineAtCommit(tx, { organizationId, kind: "system", actor: formatActor(context.actor), summary });
    const answer = { api_key_id: key.id, redirect_to: buildRedirect(context, request, { code }) };
    context.keepAnswer(tx, answer);
    return answer;
  });
};

/** One person takes no more than a part of the organization's keys. */
const requireFewPrograms = async (tx: OrganizationTransaction, userId: number): Promise<void> => {
  if ((await countGrantsOf(tx, userId)) < MOST_GRANTS_OF_PERSON) return;
  throw new HttpError(
    402,
    "too_many",
    `You have let in ${MOST_GRANTS_OF_PERSON} programs, which is the most: stop one that you no longer use, on the page of your account`,
  );
};

const requireLive = ({ config, actor }: OperationContext): void => {
  if (!hasRole(actor.role, "admin"))
    throw forbidden("role_insufficient", `This needs the role admin; yours is ${actor.role}`);
  if (!config.MCP_LIVE)
    throw forbidden(
      "mcp_not_live",
      "This server keeps programs in the sandbox: an operator sets MCP_LIVE to change that",
    );
};
