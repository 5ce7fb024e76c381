import { listAccounts as readAccounts } from "../../infra/postgres/connector/connector-account.repository.ts";
import { listConnectorActivity } from "../../infra/postgres/connector/connector-activity.repository.ts";
import { listSlugsWithOwnClient } from "../../infra/postgres/connector/connector-client.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { RawAnswer } from "../http/raw-answer.ts";
import { presentAccount, presentActivity, presentConnector } from "./connectors.presenter.ts";
import type { activityQuery, signInQuery } from "./connectors.schemas.ts";
import { findUnconfirmedSignIn } from "./find-unconfirmed-sign-in.ts";
import { renderConsentPage, renderRefusal } from "./sign-in-page.ts";
import { buildRedirectUri } from "./sign-in-state.ts";

/** Lists activity; the cursor is the last row of the page. */
export const listActivity = async (
  context: OperationContext,
  { query: { account_id: accountId, slug, cursor: before, limit } }: OperationInput<{ query: typeof activityQuery }>,
) => {
  const rows = await context.inOrganization((tx) =>
    listConnectorActivity(tx, { accountId, slug, before, limit: limit + 1 }),
  );
  const page = rows.slice(0, limit);
  return {
    activity: page.map(presentActivity),
    next_cursor: rows.length > limit ? (page.at(-1)?.tool_call_id ?? null) : null,
  };
};

export const listAccounts = async (context: OperationContext) => ({
  accounts: (await context.inOrganization(readAccounts)).map(presentAccount),
});

/** Lists every app; those that cannot be connected yet say what is missing. */
export const listConnectors = async (context: OperationContext) => {
  const { connectors, config } = context;
  const own = await context.inOrganization(listSlugsWithOwnClient);
  const clientOf = (slug: string) =>
    own.has(slug) ? ("organization" as const) : connectors.clientOf(slug) ? ("operator" as const) : null;
  return {
    redirect_uri: buildRedirectUri(config),
    connectors: connectors.list().map((app) => presentConnector(app, clientOf(app.slug))),
  };
};

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
