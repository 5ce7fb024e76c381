import type { WebhookDeliveryInput } from "./webhook-delivery.contract.ts";

/** `done`: nothing is left, and a new event starts another workflow. */
export type DeliveryStep = { next: "done" } | { next: "again" } | { next: "wait"; delaySeconds: number };

export interface WebhookDeliveryActivities {
  /**
   * Delivers the waiting events of an endpoint in order, until nothing is left, a delivery fails or some time has
   * passed. Running twice, it may send an event twice, under the same id. `force`: does not wait for the time of the
   * next try.
   */
  deliverWebhooks(input: WebhookDeliveryInput & { force: boolean }): Promise<DeliveryStep>;
}
