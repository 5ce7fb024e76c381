import type { z } from "zod";
import type { Connector } from "../../domain/connector/connector.ts";
import { keepOwnClient, removeOwnClient } from "../../infra/postgres/connector/connector-client.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { connectorNotFound } from "./connectors.errors.ts";
import type { clientBody, connectorParams } from "./connectors.schemas.ts";

type Params = { params: z.output<typeof connectorParams> };

/** The organization's own client comes before the operator's; accounts of another client have to be signed in again. */
export const setClient = async (
  context: OperationContext,
  { params, body }: Params & { body: z.output<typeof clientBody> },
) => {
  const app = requireConnector(context, params.slug);
  const { organizationId, userId } = context.actor;
  const client = { clientId: body.client_id, clientSecret: body.client_secret ?? null, userId };
  await context.inOrganization(async (tx) => {
    await keepOwnClient(tx, { organizationId, slug: app.slug, secrets: context.secrets }, client);
    await tell(context, tx, { app, change: "is signed in to by a client of the organization's own" });
  });
  return { slug: app.slug, client: "organization" as const };
};

/** From now on the operator's counts again, where there is one. */
export const removeClient = async (context: OperationContext, { params }: Params) => {
  const app = requireConnector(context, params.slug);
  await context.inOrganization(async (tx) => {
    if (!(await removeOwnClient(tx, app.slug))) return;
    await tell(context, tx, { app, change: "is not signed in to by a client of the organization's own any more" });
  });
  return { slug: app.slug, client: context.connectors.clientOf(app.slug) ? ("operator" as const) : null };
};

const requireConnector = ({ connectors }: OperationContext, slug: string): Connector => {
  const app = connectors.find(slug);
  if (!app) throw connectorNotFound();
  return app;
};

const tell = (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { app, change }: { app: Connector; change: string },
): Promise<number> =>
  recordTimeline(tx, {
    organizationId: actor.organizationId,
    kind: "system",
    actor: actorName(actor),
    summary: `${app.name} ${change}`,
    payload: { connector: app.slug },
  });
