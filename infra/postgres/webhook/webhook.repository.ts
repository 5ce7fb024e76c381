import { type Selectable, sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { WebhookDeliveriesTable, WebhookEndpointsTable } from "./webhook.table.ts";

export type WebhookEndpoint = Selectable<WebhookEndpointsTable>;
export type WebhookDelivery = Selectable<WebhookDeliveriesTable>;

export const findEndpoint = (tx: OrganizationTransaction, id: number): Promise<WebhookEndpoint | undefined> =>
  tx.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirst();

/** For a change: nobody else changes it meanwhile. */
export const lockEndpoint = (tx: OrganizationTransaction, id: number): Promise<WebhookEndpoint | undefined> =>
  tx.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export interface DeliveryPage {
  endpointId?: number | undefined;
  state?: WebhookDelivery["state"] | undefined;
  beforeId?: number | undefined;
  limit: number;
}

/**
 * Newest first; one more than `limit` when there is another page. One endpoint's are asked for as a range: for an equality
 * PostgreSQL may walk the primary key back through everybody else's.
 */
export const listDeliveries = (
  tx: OrganizationTransaction,
  { endpointId, state, beforeId, limit }: DeliveryPage,
): Promise<WebhookDelivery[]> =>
  tx
    .selectFrom("webhook_deliveries")
    .selectAll()
    .$if(endpointId !== undefined, (rows) =>
      rows
        .where("endpoint_id", ">=", endpointId ?? 0)
        .where("endpoint_id", "<=", endpointId ?? 0)
        .orderBy("endpoint_id"),
    )
    .$if(state !== undefined, (rows) => rows.where("state", "=", state ?? "failed"))
    .$if(beforeId !== undefined, (rows) => rows.where("id", "<", beforeId ?? 0))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

export interface EndpointAddress {
  organizationId: number;
  endpointId: number;
}

/** Endpoints of all organizations for which something waits and nobody delivers. */
export const listWaitingEndpoints = async ({ withoutOrganization }: Database): Promise<EndpointAddress[]> => {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select id, organization_id from platform_waiting_webhooks()`.execute(withoutOrganization);
  return rows.map((row) => ({ organizationId: row.organization_id, endpointId: row.id }));
};

/** Endpoints that somebody is said to deliver to, whose next try should have been `overdueSeconds` ago. */
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
