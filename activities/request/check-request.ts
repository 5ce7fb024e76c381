import { sql } from "kysely";
import { rehearseProposal } from "../../application/rehearsal/rehearse-proposal.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Rehearsal } from "../../infra/postgres/rehearsal/rehearsal.entity.ts";
import { queueForMail } from "../../infra/postgres/request/request-mails.repository.ts";
import {
  expireRequest,
  finishRequest,
  type LockedRequest,
  lockRequest,
  readRequestStep,
} from "../../infra/postgres/request/request-progress.ts";
import { startOnce, startWithSignal } from "../../infra/temporal/start-workflow.ts";
import { rehearsalContract, rehearsalStartOptions } from "../../workflows/rehearsal/rehearsal.contract.ts";
import type { RequestInput } from "../../workflows/request/request.contract.ts";
import type { RequestLook } from "../../workflows/request/request.ports.ts";
import {
  moreToTellSignal,
  requestDigestContract,
  requestDigestStartOptions,
} from "../../workflows/request-digest/request-digest.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type Dependencies = Pick<WorkerDependencies, "database" | "mailer" | "temporal" | "secrets" | "prices">;

/**
 * Returns the next step of a request. The row and the database's clock decide whether an answer came in time. The first
 * look, and the one that finds it expired, queue mails for the members of its channel; a repetition after a crash
 * starts the workflow that sends them.
 */
export const checkRequest = async (
  { database, mailer, temporal, ...deps }: Dependencies,
  input: RequestInput & { withdrawn: boolean },
): Promise<RequestLook> => {
  const { look, mailWaits, rehearsal } = await database.inOrganization(input.organizationId, async (tx) => {
    const seen = await lookAtRow(tx, input);
    const row = await tx.selectFrom("requests").selectAll().where("id", "=", input.requestId).executeTakeFirst();
    return {
      look: seen,
      mailWaits: mailer && row ? await queueForMail(tx, row) : false,
      rehearsal: row ? await rehearseProposal(deps, tx, row) : null,
    };
  });
  if (rehearsal?.state === "running") await startRehearsal(temporal, rehearsal);
  if (mailWaits) {
    const options = requestDigestStartOptions({ organizationId: input.organizationId });
    await startWithSignal(temporal, requestDigestContract.type, { ...options, signal: moreToTellSignal });
  }
  return look;
};

const startRehearsal = async (temporal: Dependencies["temporal"], row: Rehearsal): Promise<void> => {
  const { organization_id: organizationId, uuid: rehearsalUuid, agent_id: agentId } = row;
  const options = rehearsalStartOptions({ organizationId, rehearsalUuid, agentId });
  await startOnce(temporal, rehearsalContract.type, options);
};

const lookAtRow = async (
  tx: OrganizationTransaction,
  { requestId, withdrawn }: RequestInput & { withdrawn: boolean },
): Promise<RequestLook> => {
  const row = await lockRequest(tx, requestId);
  if (!row) return { step: "finish", secondsLeft: 0 };
  if (withdrawn && row.state === "open") return end(tx, row, { withdrawn });
  const step = readRequestStep(row);
  if (step === "expire") return end(tx, row, { withdrawn: false });
  if (step === "finish") await finishRequest(tx, row.id);
  return { step, secondsLeft: row.seconds_left };
};

/** From now on the agent is told that nobody has answered. */
const end = async (
  tx: OrganizationTransaction,
  row: LockedRequest,
  { withdrawn }: { withdrawn: boolean },
): Promise<RequestLook> => {
  if (withdrawn) {
    const now = sql<Date>`clock_timestamp()`;
    await tx.updateTable("requests").set({ expires_at: now }).where("id", "=", row.id).execute();
  }
  await expireRequest(tx, row);
  return { step: "tell", secondsLeft: 0 };
};
