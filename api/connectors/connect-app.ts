import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { clientFor } from "../../infra/connector/access-token.ts";
import { authorizationUrl } from "../../infra/connector/oauth-requests.ts";
import { beginSignIn } from "../../infra/postgres/connector/connector-sign-in.repository.ts";
import type { OperationRequest } from "../http/operation.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { connectorNotFound, connectorUnavailable } from "./connectors.errors.ts";
import { unavailableSentence } from "./connectors.presenter.ts";
import type { connectorParams } from "./connectors.schemas.ts";
import { redirectUri, rememberBrowser, signState } from "./sign-in-state.ts";

/** RFC 7636 asks for at least 43 characters. */
const VERIFIER_BYTES = 48;

/** Where a person signs in to an app. Nothing is connected before they come back. */
export const connectApp = (
  context: OperationContext,
  { params, request }: { params: z.output<typeof connectorParams>; request: OperationRequest },
) =>
  context.inOrganization(async (tx) => {
    const { actor, config } = context;
    const { organizationId, userId } = actor;
    const app = context.connectors.find(params.slug);
    if (!app) throw connectorNotFound();
    const client = await clientFor(context, tx, { organizationId, slug: app.slug });
    if (!client) throw connectorUnavailable(unavailableSentence(app));
    const verifier = randomBytes(VERIFIER_BYTES).toString("base64url");
    const uuid = context.ids.uuid();
    await beginSignIn(tx, {
      organizationId,
      uuid,
      slug: app.slug,
      verifier,
      browserHash: rememberBrowser(context, request.headers),
      actor: actorName(actor),
      userId,
      sessionId: actor.credential.kind === "session" ? actor.credential.id : null,
      secrets: context.secrets,
    });
    const state = signState(context, { organizationId, uuid });
    const answer = {
      authorization_url: authorizationUrl({ app, client }, { state, verifier, redirectUri: redirectUri(config) }),
      state,
    };
    await context.keepAnswer(tx, answer);
    return answer;
  });
