import { condition, continueAsNew, proxyActivities, setCurrentDetails, setHandler } from "@temporalio/workflow";
import { describeDeliveryStep } from "../../domain/webhook/webhook-delivery.rules.ts";
import { ROUNDS_OF_ONE_HISTORY } from "../history-length.ts";
import { WEBHOOK_QUEUE } from "../task-queues.ts";
import { deliverNowSignal, type WebhookDeliveryInput } from "./webhook-delivery.contract.ts";
import type { WebhookDeliveryActivities } from "./webhook-delivery.ports.ts";

const { deliverWebhooks } = proxyActivities<WebhookDeliveryActivities>({
  taskQueue: WEBHOOK_QUEUE,
  startToCloseTimeout: "2 minutes",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

/** Delivers to one endpoint until nothing is left; waits between failed tries. */
export const webhookDelivery = async (input: WebhookDeliveryInput): Promise<void> => {
  let isAskedNow = false;
  setHandler(deliverNowSignal, () => {
    isAskedNow = true;
  });
  for (let round = 0; round < ROUNDS_OF_ONE_HISTORY; round += 1) {
    const force = isAskedNow;
    isAskedNow = false;
    const step = await deliverWebhooks({ ...input, force });
    if (step.next === "done" && !isAskedNow) return;
    setCurrentDetails(describeDeliveryStep(step));
    if (step.next === "wait") await condition(() => isAskedNow, step.delaySeconds * 1000);
  }
  await continueAsNew<typeof webhookDelivery>(input);
};
