import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { WebhookDelivery } from "./webhook-delivery.entity.ts";
import type { WebhookEndpoint } from "./webhook-endpoint.entity.ts";

/** Claims an endpoint for delivery; undefined: it is switched off or deleted. */
export const claimEndpoint = async (tx: OrganizationTransaction, id: number): Promise<WebhookEndpoint | undefined> => {
  const row = await tx
    .updateTable("webhook_endpoints")
    .set({ is_delivering: sql<boolean>`is_active` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row?.is_active ? row : undefined;
};

/** Returns the first waiting test of an endpoint, because a person waits for it, or else the first waiting event. */
export const findNextDelivery = (
  tx: OrganizationTransaction,
  endpointId: number,
): Promise<WebhookDelivery | undefined> => {
  const waiting = tx
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("endpoint_id", "=", endpointId)
    .where("state", "=", "pending")
    .orderBy("id")
    .limit(1);
  return tx
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("id", "=", ({ fn }) => fn.coalesce(waiting.where("event_type", "=", "test"), waiting))
    .executeTakeFirst();
};

/**
 * Releases an endpoint when nothing waits for it, in one statement: an event after its check finds the endpoint without
 * a deliverer, and `platform_waiting_webhooks` finds both. Returns false when something has come: the caller continues.
 */
export const releaseEndpoint = async (tx: OrganizationTransaction, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("webhook_endpoints")
    .set({ is_delivering: false })
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("webhook_deliveries")
            .select("id")
            .whereRef("endpoint_id", "=", "webhook_endpoints.id")
            .where("state", "=", "pending"),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

interface Try {
  status: number | null;
  error: string | null;
  at: Date;
}

/** Stores a try; without `settledAs` the delivery keeps waiting. */
export const recordTry = async (
  tx: OrganizationTransaction,
  deliveryId: number,
  { status, error, at, settledAs }: Try & { settledAs?: "delivered" | "failed" | undefined },
): Promise<void> => {
  await tx
    .updateTable("webhook_deliveries")
    .set({
      attempts: sql`attempts + 1`,
      last_status: status,
      last_error: error,
      last_attempt_at: at,
      ...(settledAs && { state: settledAs, settled_at: at }),
    })
    .where("id", "=", deliveryId)
    .where("state", "=", "pending")
    .execute();
};

export const recordSuccess = async (tx: OrganizationTransaction, endpointId: number, at: Date): Promise<void> => {
  await tx
    .updateTable("webhook_endpoints")
    .set({ failures: 0, failing_since: null, next_attempt_at: null, last_success_at: at })
    .where("id", "=", endpointId)
    .execute();
};

export const recordFailure = async (
  tx: OrganizationTransaction,
  endpointId: number,
  { at, nextAttemptAt }: { at: Date; nextAttemptAt: Date | null },
): Promise<void> => {
  await tx
    .updateTable("webhook_endpoints")
    .set({
      failures: sql`failures + 1`,
      failing_since: sql<Date>`coalesce(failing_since, ${at})`,
      next_attempt_at: nextAttemptAt,
    })
    .where("id", "=", endpointId)
    .execute();
};

/** Abandons waiting deliveries, all of them or those from before `from`; returns how many. */
export const abandonPendingDeliveries = async (
  tx: OrganizationTransaction,
  endpointId: number,
  { reason, at, from }: { reason: string; at: Date; from?: Date },
): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable("webhook_deliveries")
    .set({ state: "failed", settled_at: at, last_error: sql<string>`coalesce(last_error, ${reason})` })
    .where("endpoint_id", "=", endpointId)
    .where("state", "=", "pending")
    .$if(from !== undefined, (rows) => rows.where(sql<Date>`coalesce(resent_at, created_at)`, "<=", from ?? at))
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export const disableEndpoint = async (
  tx: OrganizationTransaction,
  endpointId: number,
  { reason, at }: { reason: string; at: Date },
): Promise<void> => {
  await tx
    .updateTable("webhook_endpoints")
    .set({ is_active: false, is_delivering: false, disabled_at: at, disabled_reason: reason })
    .where("id", "=", endpointId)
    .execute();
};

/** Deletes deliveries that were settled before `before`, a limited number at a time. */
export const deleteSettledDeliveries = async (
  tx: OrganizationTransaction,
  endpointId: number,
  { before, limit }: { before: Date; limit: number },
): Promise<void> => {
  await tx
    .deleteFrom("webhook_deliveries")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("webhook_deliveries")
        .select("id")
        .where("endpoint_id", "=", endpointId)
        .where("state", "<>", "pending")
        .where("settled_at", "<", before)
        .limit(limit),
    )
    .execute();
};
