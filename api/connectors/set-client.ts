import { findSignInTarget } from "../../application/connector/sign-in-target.ts";
import type { SignInTarget } from "../../domain/connector/connector.ts";
import { removeOwnClient, storeOwnClient } from "../../infra/postgres/connector/connector-client.repository.ts";
import { clearRegistration } from "../../infra/postgres/connector/mcp-server.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { connectorNotFound } from "./connectors.errors.ts";
import type { clientBody, connectorParams } from "./connectors.schemas.ts";

type Params = OperationInput<{ params: typeof connectorParams }>;

/**
 * Sets the organization's own client, which replaces the operator's; accounts of another client must be signed in
 * again.
 */
export const setClient = async (
  context: OperationContext,
  { params, body }: Params & OperationInput<{ body: typeof clientBody }>,
) => {
  const { organizationId, userId } = context.actor;
  const client = { clientId: body.client_id, clientSecret: body.client_secret ?? null, userId };
  await context.inOrganization(async (tx) => {
    const app = await requireTarget(context, tx, params.slug);
    await storeOwnClient(tx, { organizationId, slug: app.slug, secrets: context.secrets }, client);
    await clearRegistration(tx, app.slug);
    recordChange(context, tx, { app, change: "is signed in to by a client of the organization's own" });
  });
  return { slug: params.slug, client: "organization" as const };
};

/** Removes the own client: the operator's is used again, where there is one. */
export const removeClient = async (context: OperationContext, { params }: Params) => {
  await context.inOrganization(async (tx) => {
    const app = await requireTarget(context, tx, params.slug);
    if (!(await removeOwnClient(tx, app.slug))) return;
    recordChange(context, tx, { app, change: "is no longer signed in to by the organization's own client" });
  });
  return { slug: params.slug, client: context.connectors.clientOf(params.slug) ? ("operator" as const) : null };
};

const requireTarget = async (
  { connectors }: OperationContext,
  tx: OrganizationTransaction,
  slug: string,
): Promise<SignInTarget> => {
  const app = await findSignInTarget(connectors, tx, slug);
  if (!app) throw connectorNotFound();
  return app;
};

const recordChange = (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { app, change }: { app: SignInTarget; change: string },
): void =>
  recordTimelineAtCommit(tx, {
    organizationId: actor.organizationId,
    kind: "system",
    actor: formatActor(actor),
    summary: `${app.name} ${change}`,
    payload: { connector: app.slug },
  });
