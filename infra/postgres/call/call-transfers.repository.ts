import { sql, type UpdateObject } from "kysely";
import {
  decideTry,
  isUndecided,
  type TransferOutcome,
  type TransferState,
} from "../../../domain/call/transfer.rules.ts";
import { shortenNumber } from "../../../domain/number/e164.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { CallRun } from "./call-run.entity.ts";
import type { CallTransfer, Hold } from "./call-transfer.entity.ts";

/** `mode` of the calls to people who are to take a caller. */
export const TRANSFER_MODE = "transfer";

export interface RequestedTransfer {
  uuid: string;
  organizationId: number;
  runId: number;
  targets: string[];
  briefing: string;
  language: string;
  hold: Hold;
  ringTimeoutSeconds: number;
}

/** Requests a transfer. A turn that is carried out again finds the one that waits already. */
export const requestTransfer = async (
  tx: OrganizationTransaction,
  { uuid, organizationId, runId, targets, briefing, language, hold, ringTimeoutSeconds }: RequestedTransfer,
): Promise<string> => {
  const made = await tx
    .insertInto("call_transfers")
    .values({
      uuid,
      organization_id: organizationId,
      run_id: runId,
      targets: asJson(targets),
      briefing,
      language,
      hold,
      ring_timeout_seconds: ringTimeoutSeconds,
    })
    .onConflict((clash) => clash.column("run_id").where("outcome", "is", null).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) await tellStep(tx, made, "requested");
  return made?.uuid ?? (await latest(tx, runId).executeTakeFirstOrThrow()).uuid;
};

/** The driver would write a list as an array of PostgreSQL's. */
const asJson = <T>(list: readonly T[]) => sql<T[]>`${JSON.stringify(list)}::jsonb`;

const latest = (tx: OrganizationTransaction, runId: number) =>
  tx.selectFrom("call_transfers").selectAll().where("run_id", "=", runId).orderBy("id", "desc").limit(1);

export const findLatestTransfer = (tx: OrganizationTransaction, runId: number): Promise<CallTransfer | undefined> =>
  latest(tx, runId).executeTakeFirst();

/** Finds the transfer that a call is made for; undefined: somebody else is called for it by now, or nobody. */
export const findTransferOfLeg = (tx: OrganizationTransaction, legUuid: string): Promise<CallTransfer | undefined> =>
  tx.selectFrom("call_transfers").selectAll().where("leg_uuid", "=", legUuid).executeTakeFirst();

/** Finds the last transfer of a call, unless both were connected or the conversation was told its end. */
export const findUntoldTransfer = (tx: OrganizationTransaction, runId: number) =>
  latest(tx, runId)
    .where("state", "!=", "connected")
    .where((transfer) => transfer.or([transfer("outcome", "is", null), transfer("outcome", "!=", "connected")]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("conversation_turns as c")
            .select("c.id")
            .whereRef("c.run_id", "=", "call_transfers.run_id")
            .where(sql<string>`c.input ->> 'kind'`, "=", "transfer_ended")
            .whereRef("c.started_at", ">=", "call_transfers.requested_at"),
        ),
      ),
    )
    .executeTakeFirst();

/** Lists the calls to people that were made for a caller. */
export const listTransferCalls = async (tx: OrganizationTransaction, runId: number) => {
  const transfers = await tx
    .selectFrom("call_transfers")
    .select(["leg_uuid", "tries"])
    .where("run_id", "=", runId)
    .execute();
  const uuids = transfers.flatMap(({ leg_uuid, tries }) => [
    ...tries.map(({ run_uuid }) => run_uuid),
    ...(leg_uuid === null ? [] : [leg_uuid]),
  ]);
  if (uuids.length === 0) return [];
  return tx
    .selectFrom("call_runs")
    .select(["uuid", "created_at", "ended_at", "outcome"])
    .where("uuid", "in", [...new Set(uuids)])
    .execute();
};

/** Finds the caller for whom a person is called; null: somebody else is called for them by now. */
export const findCallerOfLeg = async (tx: OrganizationTransaction, legUuid: string): Promise<string | null> => {
  const caller = await tx
    .selectFrom("call_transfers as t")
    .innerJoin("call_runs as r", "r.id", "t.run_id")
    .select("r.uuid")
    .where("t.leg_uuid", "=", legUuid)
    .executeTakeFirst();
  return caller?.uuid ?? null;
};

/** Locks a transfer until the transaction ends, with what is known of the call to the person, and moves it on if its try is over. */
export const lookAfterTransfer = async (
  tx: OrganizationTransaction,
  by: { runId: number } | { legUuid: string } | { uuid: string },
): Promise<CallTransfer | null> => {
  const row = await lockTransfer(tx, by);
  if (!row) return null;
  const { seconds, ...transfer } = row;
  const leg = await readLeg(tx, transfer);
  const outcome = decideTry({
    state: transfer.state,
    secondsInState: seconds,
    ringTimeoutSeconds: transfer.ring_timeout_seconds,
    leg,
  });
  return outcome === null ? transfer : endTry(tx, transfer, outcome);
};

const lockTransfer = (
  tx: OrganizationTransaction,
  by: { runId: number } | { legUuid: string } | { uuid: string },
): Promise<(CallTransfer & { seconds: number }) | undefined> => {
  const rows = tx
    .selectFrom("call_transfers")
    .selectAll()
    .select(sql<number>`extract(epoch from clock_timestamp() - moved_at)::float8`.as("seconds"));
  const chosen =
    "runId" in by
      ? rows.where("run_id", "=", by.runId)
      : "uuid" in by
        ? rows.where("uuid", "=", by.uuid)
        : rows.where("leg_uuid", "=", by.legUuid);
  return chosen.orderBy("id", "desc").limit(1).forUpdate().executeTakeFirst();
};

/** The carrier's event about the end counts as well, because the end is settled by a worker. */
const readLeg = async (tx: OrganizationTransaction, { leg_uuid }: CallTransfer) => {
  if (leg_uuid === null) return null;
  const leg = await tx
    .selectFrom("call_runs as r")
    .leftJoin("carrier_events as e", (join) => join.onRef("e.run_id", "=", "r.id").on("e.state", "=", "completed"))
    .select(["r.carrier_requested_at", "r.outcome", "r.ended_at", "r.state", "e.outcome as told"])
    .where("r.uuid", "=", leg_uuid)
    .limit(1)
    .executeTakeFirst();
  if (!leg) return null;
  const ended = leg.ended_at === null ? leg.told : (leg.outcome ?? leg.state);
  return { isDialled: leg.carrier_requested_at !== null, ended };
};

/** Ends the try with this person: the next one is called, or the transfer is over and the agent goes back to the caller. */
export const endTry = async (
  tx: OrganizationTransaction,
  transfer: CallTransfer,
  outcome: TransferOutcome,
): Promise<CallTransfer> => {
  if (!isUndecided(transfer.state)) return transfer;
  const tries = [...transfer.tries, ...(transfer.leg_uuid ? [{ run_uuid: transfer.leg_uuid, outcome }] : [])];
  const next = transfer.position + 1;
  const goesOn = outcome !== "caller_left" && transfer.leg_uuid !== null && next < transfer.targets.length;
  const moved = await move(tx, transfer, {
    tries: asJson(tries),
    ...(goesOn
      ? { state: "requested" as const, position: next, leg_uuid: null, silences: 0 }
      : { state: "over" as const, outcome, ended_at: sql<Date>`clock_timestamp()` }),
  });
  await tellStep(tx, moved, outcome);
  return moved;
};

/** A person is called: this is the run of the call. */
export const beginLeg = async (tx: OrganizationTransaction, transfer: CallTransfer, legUuid: string): Promise<void> => {
  await move(tx, transfer, { state: "calling", leg_uuid: legUuid });
};

/** The person has answered and hears what it is about. */
export const beginBriefing = async (tx: OrganizationTransaction, transfer: CallTransfer): Promise<CallTransfer> => {
  if (transfer.state !== "calling") return transfer;
  const moved = await move(tx, transfer, { state: "briefing", answered_at: sql<Date>`clock_timestamp()` });
  await tellStep(tx, moved, "briefing");
  return moved;
};

export const acceptTransfer = async (tx: OrganizationTransaction, transfer: CallTransfer): Promise<CallTransfer> => {
  if (transfer.state !== "briefing" && transfer.state !== "calling") return transfer;
  const moved = await move(tx, transfer, { state: "accepted" });
  await tellStep(tx, moved, "accepted");
  return moved;
};

export const countSilence = async (tx: OrganizationTransaction, transfer: CallTransfer): Promise<number> => {
  const { silences } = await tx
    .updateTable("call_transfers")
    .set({ silences: sql<number>`silences + 1` })
    .where("id", "=", transfer.id)
    .returning("silences")
    .executeTakeFirstOrThrow();
  return silences;
};

/** The caller is put through: from here on the agent says nothing more. */
export const connectTransfer = async (tx: OrganizationTransaction, transfer: CallTransfer): Promise<CallTransfer> => {
  if (transfer.state !== "accepted") return transfer;
  const moved = await move(tx, transfer, {
    state: "connected",
    outcome: "connected",
    connected_at: sql<Date>`clock_timestamp()`,
  });
  await tellStep(tx, moved, "connected");
  return moved;
};

/** The conversation of caller and person is over. */
export const endConnection = async (tx: OrganizationTransaction, transfer: CallTransfer): Promise<void> => {
  if (transfer.state === "connected")
    await move(tx, transfer, { state: "over", ended_at: sql<Date>`clock_timestamp()` });
};

/** The caller's call is over: whoever is still called for it is not needed any more. */
export const endTransfersOf = async (tx: OrganizationTransaction, runId: number): Promise<void> => {
  const row = await lockTransfer(tx, { runId });
  if (!row || row.state === "over") return;
  const { seconds: _, ...transfer } = row;
  if (isUndecided(transfer.state)) await endTry(tx, transfer, "caller_left");
  else await endConnection(tx, transfer);
};

const move = (
  tx: OrganizationTransaction,
  { id }: Pick<CallTransfer, "id">,
  set: Omit<UpdateObject<Tables, "call_transfers">, "state"> & { state: TransferState },
): Promise<CallTransfer> =>
  tx
    .updateTable("call_transfers")
    .set({ ...set, moved_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

type Step = "requested" | "briefing" | "accepted" | TransferOutcome;

const STEPS: Readonly<Record<Step, string>> = {
  requested: "Somebody is called to take the caller, who is on hold",
  briefing: "The person who was called has answered and hears what the call is about",
  accepted: "The person who was called takes the caller",
  connected: "The caller is connected with the person who was called",
  no_answer: "The person who was called did not answer",
  busy: "The line of the person who was called is busy",
  voicemail: "A mailbox answered instead of the person who was called",
  declined: "The person who was called does not take the caller",
  hung_up: "The person who was called hung up before they were connected",
  refused: "The person must not be called",
  failed: "The person could not be called",
  caller_left: "The caller left while somebody was called for them",
};

/** Tells the step on the timeline of the caller's call. */
const tellStep = async (tx: OrganizationTransaction, transfer: CallTransfer, step: Step): Promise<void> => {
  const run: Pick<CallRun, "id" | "agent_id" | "campaign_id"> = await tx
    .selectFrom("call_runs")
    .select(["id", "agent_id", "campaign_id"])
    .where("id", "=", transfer.run_id)
    .executeTakeFirstOrThrow();
  const target = transfer.targets[transfer.position];
  await recordTimeline(tx, {
    organizationId: transfer.organization_id,
    kind: "system",
    actor: `agent:${run.agent_id}`,
    summary: STEPS[step],
    payload: {
      event: `transfer_${step}`,
      transfer: transfer.uuid,
      ...(target !== undefined && { number: shortenNumber(target) }),
    },
    agentId: run.agent_id,
    runId: run.id,
    campaignId: run.campaign_id,
  });
};
