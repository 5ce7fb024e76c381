import type { Transfers } from "../../domain/conversation/conversation.ports.ts";
import { MOST_DESTINATIONS } from "../../domain/tool/tool-definition.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { findUntoldTransfer, requestTransfer } from "../../infra/postgres/call/call-transfers.repository.ts";
import { listFreeCallees } from "../../infra/postgres/channel/channel-members.repository.ts";
import { callRunContract, transferSignal } from "../../workflows/call-run/call-run.contract.ts";
import { findOtherAgent } from "./other-agent.ts";

/** Carriers wait five seconds and more for the answer that this is a part of. */
const SIGNAL_WITHIN_MS = 1500;

/**
 * Tells the workflow of a call that its agent wants to hand the caller to a person. A signal that is lost is no error: it is sent
 * again while the caller waits, and after ten seconds the agent goes back to them.
 */
export const signalTransfer = async (
  { temporal, logger }: Pick<Adapters, "temporal" | "logger">,
  run: { organizationId: number; runUuid: string },
  transferUuid: string,
): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + SIGNAL_WITHIN_MS, () =>
      temporal.workflow.getHandle(callRunContract.workflowId(run)).signal(transferSignal, transferUuid),
    );
  } catch (err) {
    logger.warn({ err, run_uuid: run.runUuid }, "the workflow of a call could not be told of a transfer yet");
  }
};

/** Creates the engine's port of warm transfers. */
export const createTransfers = (adapters: Pick<Adapters, "clock" | "database" | "temporal" | "logger">): Transfers => ({
  listCallees: ({ organizationId, channelId }) =>
    adapters.database.inOrganization(organizationId, (tx) => listFreeCallees(tx, channelId, MOST_DESTINATIONS)),
  findUntold: ({ organizationId, runId }) =>
    adapters.database.inOrganization(organizationId, async (tx) => {
      const untold = await findUntoldTransfer(tx, runId);
      if (!untold) return null;
      const { uuid, targets, position, ring_timeout_seconds: ringTimeoutSeconds } = untold;
      return { transferUuid: uuid, to: targets[position] ?? "", ringTimeoutSeconds };
    }),
  findAgent: (run, agentId) =>
    adapters.database.inOrganization(run.organizationId, (tx) =>
      findOtherAgent(tx, run, { agentId, now: adapters.clock.now() }),
    ),
  request: async (transfer) => {
    const uuid = await adapters.database.inOrganization(transfer.organizationId, (tx) => requestTransfer(tx, transfer));
    await signalTransfer(adapters, transfer, uuid);
    return uuid;
  },
});
