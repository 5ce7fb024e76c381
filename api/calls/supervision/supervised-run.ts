import { SIP } from "../../../domain/call/carrier-account.ts";
import {
  describeMeans,
  explainNoSupervision,
  type NoSupervision,
  type SupervisionMeans,
} from "../../../domain/call/supervision.rules.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import {
  findLatestTransfer,
  findTransferOfLeg,
  TRANSFER_MODE,
} from "../../../infra/postgres/call/call-transfers.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { Supervision } from "../../../infra/postgres/supervision/supervision.entity.ts";
import { findSupervision } from "../../../infra/postgres/supervision/supervision.repository.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requireProduction } from "../../http/require-production.ts";
import { runHasEnded, runNotFound } from "../calls.errors.ts";
import { beingTransferred, disclosureOff, supervisionNotFound, supervisionOver } from "./supervision.errors.ts";

interface RunAddress {
  workflow_id: number;
  run_id: number;
}

/** A run of which somebody asks to be its supervisor. */
export interface SupervisedRun {
  run: CallRun;
  means: SupervisionMeans;
}

/** Reads a run and what a supervisor can do in it. Throws 404 for one that is not this agent's. */
export const readSupervisedRun = async (tx: OrganizationTransaction, address: RunAddress): Promise<SupervisedRun> => {
  const run = await tx
    .selectFrom("call_runs")
    .selectAll()
    .where("id", "=", address.run_id)
    .where("agent_id", "=", address.workflow_id)
    .executeTakeFirst();
  if (!run) throw runNotFound();
  const conversation = await tx
    .selectFrom("conversations")
    .select(["driver", "node_id"])
    .where("run_id", "=", run.id)
    .executeTakeFirst();
  // Before its first step there is nobody to take over from.
  const driver = conversation && conversation.node_id !== null ? conversation.driver : null;
  const carriesSound = run.carries_audio || run.provider === SIP;
  return { run, means: describeMeans({ driver, carriesSound, isWithCaller: await isWithCaller(tx, run) }) };
};

const isWithCaller = async (tx: OrganizationTransaction, { mode, uuid }: CallRun): Promise<boolean> =>
  mode === TRANSFER_MODE && (await findTransferOfLeg(tx, uuid))?.state === "connected";

/**
 * The same, for who is about to hear or change it: throws where the disclosure is switched off, 409 where the call is over, and 403 for
 * a sandbox key and a call of production.
 */
export const requireSupervisable = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  address: RunAddress,
): Promise<SupervisedRun> => {
  const supervised = await readSupervisedRun(tx, address);
  const { run } = supervised;
  if (run.environment === "production") requireProduction(context.actor, "supervise a real call");
  const { disclosure_off_reason: reason } = await tx
    .selectFrom("organizations")
    .select("disclosure_off_reason")
    .where("id", "=", run.organization_id)
    .executeTakeFirstOrThrow();
  const obstacle = explainNoSupervision({ state: run.state, isDisclosureOff: reason !== null });
  if (obstacle !== null) throw OBSTACLES[obstacle](run.state);
  return supervised;
};

const OBSTACLES: Readonly<Record<NoSupervision, (state: string) => Error>> = {
  call_over: runHasEnded,
  disclosure_off: disclosureOff,
};

/** Locks a supervision that is open, of whoever asks. Another one's is not found. */
export const requireOwnSupervision = async (
  tx: OrganizationTransaction,
  { runId, uuid, actor }: { runId: number; uuid: string; actor: string },
): Promise<Supervision> => {
  const supervision = await findSupervision(tx, { runId, uuid });
  if (!supervision || supervision.actor !== actor) throw supervisionNotFound();
  if (supervision.state !== "open") throw supervisionOver();
  return supervision;
};

/** Throws 409 in both calls of a caller who talks with the person that has taken them: their agents have left. */
export const requireAgent = async (tx: OrganizationTransaction, run: CallRun): Promise<void> => {
  const isWithPerson = (await findLatestTransfer(tx, run.id))?.state === "connected";
  if (isWithPerson || (await isWithCaller(tx, run))) throw beingTransferred();
};
