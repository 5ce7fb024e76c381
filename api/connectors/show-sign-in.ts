import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { RawAnswer } from "../http/raw-answer.ts";
import type { signInQuery } from "./connectors.schemas.ts";
import { findUnconfirmedSignIn } from "./find-unconfirmed-sign-in.ts";
import { renderConsentPage, renderRefusal } from "./sign-in-page.ts";

/**
 * Shows who asks, for which organization, before a person goes on to the app: a program began the sign-in, and its address
 * may have been sent to anybody.
 */
export const showSignIn = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof signInQuery }>,
): Promise<RawAnswer> => {
  const begun = await findUnconfirmedSignIn(context, query.state);
  if (typeof begun === "string") return renderRefusal(context, begun);
  const { app, organization, asker } = begun;
  return renderConsentPage({ app: app.name, organization, asker, state: query.state });
};
