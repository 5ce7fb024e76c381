import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { Entities } from "../entity-manager.ts";
import { WebhookDelivery } from "./webhook-delivery.entity.ts";
import { WebhookEndpoint } from "./webhook-endpoint.entity.ts";

export const findEndpoint = (em: Entities, id: number): Promise<WebhookEndpoint | null> =>
  em.findOne(WebhookEndpoint, { id });

/** Locks the endpoint for a change. */
export const lockEndpoint = (em: Entities, id: number): Promise<WebhookEndpoint | null> =>
  em.lockOne(WebhookEndpoint, { id });

export const findDelivery = (
  em: Entities,
  { endpointId, id }: { endpointId: number; id: number },
): Promise<WebhookDelivery | null> => em.findOne(WebhookDelivery, { id, endpoint_id: endpointId });

export interface DeliveryPage {
  endpointId?: number | undefined;
  state?: WebhookDelivery["state"] | undefined;
  beforeId?: number | undefined;
  limit: number;
}

/**
 * Lists deliveries, newest first; one more than `limit` when there is another page. The endpoint is queried as a range:
 * for an equality PostgreSQL may walk the primary key back through all other endpoints' rows.
 */
export const listDeliveries = (
  em: Entities,
  { endpointId, state, beforeId, limit }: DeliveryPage,
): Promise<WebhookDelivery[]> => {
  const where = {
    ...(endpointId !== undefined && { endpoint_id: { $gte: endpointId, $lte: endpointId } }),
    ...(state !== undefined && { state }),
    ...(beforeId !== undefined && { id: { $lt: beforeId } }),
  };
  const orderBy = [...(endpointId === undefined ? [] : [{ endpoint_id: "asc" as const }]), { id: "desc" as const }];
  return em.find(WebhookDelivery, where, { orderBy, limit: limit + 1 });
};

export interface EndpointAddress {
  organizationId: number;
  endpointId: number;
}

/** Lists endpoints of all organizations with waiting deliveries and no deliverer. */
export const listWaitingEndpoints = async ({ withoutOrganization }: Database): Promise<EndpointAddress[]> => {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select id, organization_id from platform_waiting_webhooks()`.execute(withoutOrganization);
  return rows.map((row) => ({ organizationId: row.organization_id, endpointId: row.id }));
};

/** Lists endpoints with a deliverer whose next try was due `overdueSeconds` ago. */
export const listOverdueEndpoints = async (
  { withoutOrganization }: Database,
  overdueSeconds: number,
): Promise<EndpointAddress[]> => {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select id, organization_id from platform_delivering_webhooks(make_interval(secs => ${overdueSeconds}))`.execute(
    withoutOrganization,
  );
  return rows.map((row) => ({ organizationId: row.organization_id, endpointId: row.id }));
};
