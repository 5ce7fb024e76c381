import type { OrganizationTransaction } from "../database.ts";
import type { WebhookExchange } from "./webhook-exchange.entity.ts";

/** A try as it is kept; the texts are bounded by their writer. */
export type KeptExchange = Omit<WebhookExchange, "delivery_id" | "organization_id" | "event_at" | "sent_at">;

interface Sent {
  delivery: { id: number; organization_id: number; created_at: Date };
  at: Date;
  exchange: KeptExchange;
}

/** Keeps the last try of a delivery. */
export const keepExchange = async (tx: OrganizationTransaction, { delivery, at, exchange }: Sent): Promise<void> => {
  const row = { ...exchange, sent_at: at };
  await tx
    .insertInto("webhook_exchanges")
    .values({
      ...row,
      delivery_id: delivery.id,
      organization_id: delivery.organization_id,
      event_at: delivery.created_at,
    })
    .onConflict((clash) => clash.column("delivery_id").doUpdateSet(row))
    .execute();
};

export const findExchange = (tx: OrganizationTransaction, deliveryId: number): Promise<WebhookExchange | undefined> =>
  tx.selectFrom("webhook_exchanges").selectAll().where("delivery_id", "=", deliveryId).executeTakeFirst();

export const removeExchanges = async (tx: OrganizationTransaction, deliveryIds: readonly number[]): Promise<void> => {
  await tx.deleteFrom("webhook_exchanges").where("delivery_id", "in", deliveryIds).execute();
};
