import { listOverdueEndpoints } from "../../infra/postgres/webhook/webhook.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  webhookDeliveryContract,
  webhookDeliveryStartOptions,
} from "../../workflows/webhook-delivery/webhook-delivery.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { restartLost } from "./restart-lost.ts";

const OVERDUE_SECONDS = 120;

/**
 * Starts a workflow again for each endpoint whose own was terminated by hand or is lost with the server's data. Returns
 * how many.
 */
export const restartLostDeliveries = async (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { overdueSeconds = OVERDUE_SECONDS } = {},
): Promise<number> =>
  restartLost(await listOverdueEndpoints(database, overdueSeconds), {
    hasWorkflow: (address) => isOpen(temporal, webhookDeliveryContract.workflowId(address)),
    restart: (address) => startOnce(temporal, webhookDeliveryContract.type, webhookDeliveryStartOptions(address)),
  });
