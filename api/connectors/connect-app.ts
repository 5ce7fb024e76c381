import { findClient } from "../../application/connector/connector-token.ts";
import type { OperationInput, WithRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { beginSignIn } from "./begin-sign-in.ts";
import { connectorNotFound, connectorUnavailable } from "./connectors.errors.ts";
import { explainUnavailable } from "./connectors.presenter.ts";
import type { connectorParams } from "./connectors.schemas.ts";

/** Returns the address where a person signs in to an app. Nothing is connected before they come back. */
export const connectApp = (
  context: OperationContext,
  { params, request }: OperationInput<{ params: typeof connectorParams }> & WithRequest,
) =>
  context.inOrganization(async (tx) => {
    const { organizationId } = context.actor;
    const app = context.connectors.find(params.slug);
    if (!app) throw connectorNotFound();
    const client = await findClient(context, tx, { organizationId, slug: app.slug });
    if (!client) throw connectorUnavailable(explainUnavailable(app));
    return beginSignIn(context, tx, { app, client, toolUuid: null, request });
  });
