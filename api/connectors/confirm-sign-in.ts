import { buildAuthorizationUrl } from "../../application/connector/oauth-requests.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { bindToBrowser, readVerifier } from "../../infra/postgres/connector/connector-sign-in.repository.ts";
import type { OperationRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createRawAnswer, type RawAnswer } from "../http/raw-answer.ts";
import { findUnconfirmedSignIn, UNKNOWN } from "./find-unconfirmed-sign-in.ts";
import { renderRefusal } from "./sign-in-page.ts";
import { buildRedirectUri, giveBrowserSecret } from "./sign-in-state.ts";

const FROM_ELSEWHERE =
  "A sign-in is confirmed on its own page alone. Open its address again, and press the button there.";

/**
 * Binds a sign-in to the browser whose person has said yes, and sends them on to the app. The first browser has it; the
 * sign-in can be completed in no other one.
 */
export const confirmSignIn = async (
  context: OperationContext,
  { request }: { request: OperationRequest },
): Promise<RawAnswer> => {
  if (!isFromOwnPage(context, request)) return renderRefusal(context, FROM_ELSEWHERE);
  const state = new URLSearchParams(request.rawBody.toString("utf8")).get("state") ?? "";
  const begun = await findUnconfirmedSignIn(context, state);
  if (typeof begun === "string") return renderRefusal(context, begun);
  const { signIn, app, client } = begun;
  const { organization_id: organizationId, uuid } = signIn;
  const browserHash = giveBrowserSecret(context, request.headers);
  const verifier = await context.database.inOrganization(organizationId, async (tx) =>
    (await bindToBrowser(tx, { uuid, browserHash })) ? readVerifier(context.secrets, signIn) : undefined,
  );
  if (verifier === undefined) return renderRefusal(context, UNKNOWN);
  const redirectUri = buildRedirectUri(context.config);
  const location = buildAuthorizationUrl({ app, client }, { state, verifier, redirectUri });
  return createRawAnswer((response) => response.set("Cache-Control", "no-store").redirect(303, location));
};

/** A page of another site can send a form too, in the name of whoever looks at it. */
const isFromOwnPage = ({ config }: OperationContext, { headers }: OperationRequest): boolean => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers["origin"] === new URL(readPublicBaseUrl(config)).origin;
};
