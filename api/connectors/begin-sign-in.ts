import { randomBytes } from "node:crypto";
import { buildAuthorizationUrl } from "../../application/connector/oauth-requests.ts";
import type { SignInTarget } from "../../domain/connector/connector.ts";
import type { OAuthClient } from "../../infra/postgres/connector/connector-client.repository.ts";
import { beginSignIn as keepSignIn } from "../../infra/postgres/connector/connector-sign-in.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationRequest } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { buildConsentUrl, buildRedirectUri, identifyBrowser, signState } from "./sign-in-state.ts";

/** RFC 7636 requires at least 43 characters. */
const VERIFIER_BYTES = 48;

interface Begun {
  app: SignInTarget;
  client: OAuthClient;
  /** The tool that uses the account afterwards; null: an app is connected. */
  toolUuid: string | null;
  request: OperationRequest;
}

/** Stores what a sign-in needs when the person comes back, and returns the address that they go to. */
export const beginSignIn = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { app, client, toolUuid, request }: Begun,
) => {
  const { actor, config } = context;
  const { organizationId, userId } = actor;
  const verifier = randomBytes(VERIFIER_BYTES).toString("base64url");
  const uuid = context.ids.uuid();
  const browserHash = identifyBrowser(context, request.headers);
  await keepSignIn(tx, {
    organizationId,
    uuid,
    slug: app.slug,
    verifier,
    browserHash,
    toolUuid,
    actor: formatActor(actor),
    userId,
    sessionId: actor.credential.kind === "session" ? actor.credential.id : null,
    secrets: context.secrets,
  });
  const state = signState(context, { organizationId, uuid });
  const redirectUri = buildRedirectUri(config);
  const answer = {
    authorization_url:
      browserHash === null
        ? buildConsentUrl(config, state)
        : buildAuthorizationUrl({ app, client }, { state, verifier, redirectUri }),
    state,
  };
  context.keepAnswer(tx, answer);
  return answer;
};
