import { sql } from "kysely";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { CALLED_WITHIN_SECONDS, isUndecided } from "../../domain/call/transfer.rules.ts";
import { deriveUuid } from "../../infra/ids.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { CallTransfer } from "../../infra/postgres/call/call-transfer.entity.ts";
import {
  beginLeg,
  endConnection,
  endTransfersOf,
  lookAfterTransfer,
  TRANSFER_MODE,
} from "../../infra/postgres/call/call-transfers.repository.ts";
import { queueRun } from "../../infra/postgres/call/run-transitions.ts";
import { cancelQueuedCall } from "../../infra/postgres/call/unstarted-runs.repository.ts";
import { noteCalled } from "../../infra/postgres/channel/channel-members.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { TransferLeg } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type Input = CallRunInput & { transferUuid: string };

/**
 * Makes the call to the person who is next, in rows. Its uuid follows from the transfer and the position, so that it is made once; the
 * workflow of that uuid dials at most once. A repeat returns the same call.
 */
export const beginTransferLeg = ({ database }: WorkerDependencies, input: Input): Promise<TransferLeg> =>
  database.inOrganization(input.organizationId, async (tx) => {
    const caller = await findRun(tx, input.runUuid);
    if (!caller) return { kind: "over" };
    if (isCallOver(caller)) await endTransfersOf(tx, caller.id);
    const transfer = await lookAfterTransfer(tx, { uuid: input.transferUuid });
    if (!transfer || transfer.run_id !== caller.id) return { kind: "over" };
    await cancelUnstartedLegs(tx, transfer);
    if (!isUndecided(transfer.state)) return { kind: "over" };
    const run = await makeLeg(tx, caller, transfer);
    if (transfer.state === "requested") {
      await beginLeg(tx, transfer, run.uuid);
      await noteCalled(tx, run.called_number ?? "");
    }
    const { organization_id, uuid, name, agent_id, campaign_id, environment } = run;
    return { kind: "call", run: { organization_id, uuid, name, agent_id, campaign_id, environment } };
  });

const legUuidOf = ({ uuid }: CallTransfer, position: number): string => deriveUuid(`${uuid}\nposition ${position}`);

/** A worker that was killed may have left a call of which no workflow knows; its try may be over before another worker comes. */
const cancelUnstartedLegs = async (tx: OrganizationTransaction, transfer: CallTransfer): Promise<void> => {
  const over = isUndecided(transfer.state) ? transfer.targets.slice(0, transfer.position) : transfer.targets;
  for (const position of over.keys())
    await cancelQueuedCall(tx, legUuidOf(transfer, position), "the caller no longer waits for this person");
};

const makeLeg = (tx: OrganizationTransaction, caller: CallRun, transfer: CallTransfer): Promise<CallRun> => {
  const uuid = legUuidOf(transfer, transfer.position);
  const ours = caller.direction === "inbound" ? caller.called_number : caller.caller_number;
  return queueRun(tx, {
    uuid,
    organization_id: caller.organization_id,
    agent_id: caller.agent_id,
    agent_version_id: caller.agent_version_id,
    name: `TR-${uuid.slice(0, 8)}`,
    telephony_configuration_id: caller.telephony_configuration_id,
    environment: caller.environment,
    mode: TRANSFER_MODE,
    caller_number: ours || null,
    called_number: transfer.targets[transfer.position] ?? "",
    initial_context: {},
    dial_by: sql<Date>`clock_timestamp() + make_interval(secs => ${CALLED_WITHIN_SECONDS})`,
  });
};

/**
 * The call to a person is over: the next one is to be called, or the agent goes back to the caller, or both have talked. After a talk
 * the caller's carrier asks what comes next; `isLast`: it has had the time for it.
 */
export const concludeTransferLeg = (
  { database }: WorkerDependencies,
  { isLast, ...input }: Input & { isLast: boolean },
): Promise<{ leavesCaller: boolean }> =>
  database.inOrganization(input.organizationId, async (tx) => {
    const transfer = await lookAfterTransfer(tx, { uuid: input.transferUuid });
    if (transfer?.state !== "connected") return { leavesCaller: false };
    if (isLast) await endConnection(tx, transfer);
    return { leavesCaller: true };
  });
