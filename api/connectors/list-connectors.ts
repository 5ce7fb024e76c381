import { listSlugsWithOwnClient } from "../../infra/postgres/connector/connector-client.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentConnector } from "./connectors.presenter.ts";
import { buildRedirectUri } from "./sign-in-state.ts";

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
