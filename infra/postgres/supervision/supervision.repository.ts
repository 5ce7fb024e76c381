import { sql } from "kysely";
import { rolesFrom } from "../../../domain/access/member-role.rules.ts";
import { formatSupervised, SUPERVISING_ROLE, type SupervisionEnd } from "../../../domain/call/supervision.rules.ts";
import { IS_KEY_IN_USE } from "../access/access.repository.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { Supervision, UnsaidWords } from "./supervision.entity.ts";

const now = sql<Date>`clock_timestamp()`;

/** Begins to supervise a call; null: it has as many supervisors as it may have. The row of the call is locked meanwhile. */
export const beginSupervision = async (
  tx: OrganizationTransaction,
  { run, uuid, actor, most }: { run: CallRun; uuid: string; actor: string; most: number },
): Promise<Supervision | null> => {
  const known = await findSupervision(tx, { runId: run.id, uuid });
  if (known) return known;
  await tx.selectFrom("call_runs").select("id").where("id", "=", run.id).forNoKeyUpdate().executeTakeFirstOrThrow();
  if ((await listOpenSupervisions(tx, run.id)).length >= most) return null;
  const begun = await tx
    .insertInto("supervisions")
    .values({ uuid, organization_id: run.organization_id, run_id: run.id, actor })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellStep(tx, begun, { event: "supervision_started", says: "a supervisor listens to the call" });
  return begun;
};

export const findSupervision = (
  tx: OrganizationTransaction,
  { runId, uuid }: { runId: number; uuid: string },
): Promise<Supervision | undefined> =>
  tx
    .selectFrom("supervisions")
    .selectAll()
    .where("run_id", "=", runId)
    .where("uuid", "=", uuid)
    .forUpdate()
    .executeTakeFirst();

export const listOpenSupervisions = (tx: OrganizationTransaction, runId: number): Promise<Supervision[]> =>
  tx
    .selectFrom("supervisions")
    .selectAll()
    .where("run_id", "=", runId)
    .where("state", "=", "open")
    .orderBy("id")
    .execute();

/** Lists the processes of the API that have the connections of a call's supervisors, each once. */
export const listSupervisorProcesses = async (tx: OrganizationTransaction, runId: number): Promise<string[]> => {
  const open = await listOpenSupervisions(tx, runId);
  return [...new Set(open.flatMap(({ joined_at, api_process }) => (joined_at && api_process) || []))].sort();
};

/** Who supervises a call may do so now: members and keys that are gone, or lost the role, may not. */
const MAY_SUPERVISE = sql<boolean>`exists (
  select from memberships m
  left join api_keys k on k.created_by = m.user_id and ${IS_KEY_IN_USE} and actor = 'api_key:' || k.id
  where m.role in (${sql.join(rolesFrom(SUPERVISING_ROLE).map((role) => sql.lit(role)))}) and (actor = 'user:' || m.user_id or k.id is not null))`;

/** Notes that a supervisor is there, connected with this process of the API; undefined: their supervision is over, or they may not supervise any more. */
export const pulseSupervision = (
  tx: OrganizationTransaction,
  { uuid, apiProcess }: { uuid: string; apiProcess: string },
): Promise<Supervision | undefined> =>
  tx
    .updateTable("supervisions")
    .set({ alive_at: now, joined_at: sql<Date>`coalesce(joined_at, clock_timestamp())`, api_process: apiProcess })
    .where("uuid", "=", uuid)
    .where("state", "=", "open")
    .where(MAY_SUPERVISE)
    .returningAll()
    .executeTakeFirst();

/**
 * Takes a call over: the turn in progress is broken off, and those that follow ask no model until the call is handed back. False:
 * somebody else has taken it over.
 */
export const takeOverCall = async (
  tx: OrganizationTransaction,
  { id, uuid, run_id }: Supervision,
): Promise<Supervision | null> => {
  const conversation = await tx
    .selectFrom("conversations")
    .select(["active_turn", "taken_over_by"])
    .where("run_id", "=", run_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (conversation.taken_over_by !== null) return null;
  const { active_turn } = conversation;
  if (active_turn !== null)
    await tx
      .updateTable("conversation_turns")
      .set({ state: "interrupted", ended_at: now })
      .where("run_id", "=", run_id)
      .where("number", "=", active_turn)
      .execute();
  await tx
    .updateTable("conversations")
    .set({
      taken_over_by: uuid,
      active_turn: null,
      active_token: null,
      ...(active_turn !== null && { cursor: active_turn }),
      revision: sql<number>`revision + 1`,
    })
    .where("run_id", "=", run_id)
    .execute();
  const taken = await tx
    .updateTable("supervisions")
    .set({ mode: "take_over", taken_over_at: now, alive_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellStep(tx, taken, { event: "supervision_taken_over", says: "a supervisor has taken the call over" });
  return taken;
};

/** Adds words that the agent alone reads, in its next turn. */
export const addWhisper = async (
  tx: OrganizationTransaction,
  { id, organization_id, run_id }: Supervision,
  text: string,
): Promise<Supervision> => {
  await tx
    .insertInto("conversation_entries")
    .columns(["organization_id", "run_id", "turn", "speaker", "text", "node_id"])
    .expression(({ selectFrom, val }) =>
      selectFrom("conversations")
        .select([
          val(organization_id).as("organization_id"),
          "run_id",
          "cursor",
          sql<"whisper">`'whisper'`.as("speaker"),
          val(text).as("text"),
          "node_id",
        ])
        .where("run_id", "=", run_id),
    )
    .execute();
  const whispered = await tx
    .updateTable("supervisions")
    .set({ whispers: sql<number>`whispers + 1`, alive_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellStep(tx, whispered, { event: "supervision_whispered", says: "a supervisor whispered to the agent" });
  return whispered;
};

/** Keeps what is to be said to the person until the process that has the call's words has said it. */
export const addUnsaidWords = (
  tx: OrganizationTransaction,
  { id }: Supervision,
  words: UnsaidWords,
): Promise<Supervision> =>
  tx
    .updateTable("supervisions")
    .set({ unsaid: sql<UnsaidWords[]>`unsaid || ${JSON.stringify([words])}::jsonb`, alive_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Takes what is to be said to the person, once. */
export const takeUnsaidWords = async (tx: OrganizationTransaction, uuid: string): Promise<UnsaidWords[]> => {
  const row = await tx
    .selectFrom("supervisions")
    .select("unsaid")
    .where("uuid", "=", uuid)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.unsaid.length === 0) return [];
  await tx
    .updateTable("supervisions")
    .set({ unsaid: sql<UnsaidWords[]>`'[]'::jsonb` })
    .where("uuid", "=", uuid)
    .execute();
  return row.unsaid;
};

/**
 * Ends a supervision, once. A call that was taken over is handed back to its agent, unless it ends. Returns undefined where it was
 * over already.
 */
export const endSupervision = async (
  tx: OrganizationTransaction,
  uuid: string,
  reason: SupervisionEnd,
): Promise<Supervision | undefined> => {
  const ended = await tx
    .updateTable("supervisions")
    .set({
      state:
        reason === "left" || reason === "lost"
          ? sql<"ended">`case when mode = 'take_over' then 'handing_back' else 'ended' end`
          : "ended",
      end_reason: reason,
      ended_at: now,
      unsaid: sql<UnsaidWords[]>`'[]'::jsonb`,
    })
    .where("uuid", "=", uuid)
    .where("state", "=", "open")
    .returningAll()
    .executeTakeFirst();
  if (ended) await tellEnd(tx, ended, reason);
  return ended;
};

/** Ends a supervision whose supervisor is gone, unless they are back. */
export const endLostSupervision = async (
  tx: OrganizationTransaction,
  uuid: string,
  withinSeconds: number,
): Promise<void> => {
  const lost = await tx
    .selectFrom("supervisions")
    .select("id")
    .where("uuid", "=", uuid)
    .where(sql<boolean>`alive_at < clock_timestamp() - make_interval(secs => ${withinSeconds})`)
    .forUpdate()
    .executeTakeFirst();
  if (lost) await endSupervision(tx, uuid, "lost");
};

/** The agent has the call again, or it is over before that. */
export const noteHandedBack = async (tx: OrganizationTransaction, uuid: string): Promise<void> => {
  await tx
    .updateTable("supervisions")
    .set({ state: "ended" })
    .where("uuid", "=", uuid)
    .where("state", "=", "handing_back")
    .execute();
};

/** A supervision that is not over, of any organization. */
export interface OpenSupervision {
  organization_id: number;
  run_uuid: string;
  uuid: string;
  mode: Supervision["mode"];
  state: "open" | "handing_back";
  /** How many words are to be said. */
  unsaid: number;
  silent_seconds: number;
  is_joined: boolean;
  is_call_over: boolean;
  /** Null: one of a former version, or no connection yet. */
  api_process: string | null;
}

const secondsBetween = (from: Date | null, to: Date | null): number =>
  from === null || to === null ? 0 : Math.max(0, (to.getTime() - from.getTime()) / 1000);

const ENDS: Readonly<Record<SupervisionEnd, string>> = {
  left: "a supervisor left the call",
  lost: "the connection of a supervisor was lost",
  call_over: "the call is over for its supervisor",
  hung_up: "a supervisor ended the call",
};

const tellEnd = (tx: OrganizationTransaction, ended: Supervision, reason: SupervisionEnd): Promise<void> => {
  const seconds = Math.round(secondsBetween(ended.started_at, ended.ended_at));
  const takenOver = Math.round(secondsBetween(ended.taken_over_at, ended.ended_at));
  const spoke = ended.taken_over_at === null ? "" : `, and had it for ${formatSupervised(takenOver)}`;
  return tellStep(tx, ended, {
    event: "supervision_ended",
    says: `${ENDS[reason]} after ${formatSupervised(seconds)}${spoke}`,
    facts: { reason, seconds, taken_over_seconds: takenOver, whispers: ended.whispers },
  });
};

interface Step {
  event: "supervision_started" | "supervision_whispered" | "supervision_taken_over" | "supervision_ended";
  says: string;
  facts?: object;
}

/** Tells the step on the call's timeline, with who took it. */
const tellStep = async (
  tx: OrganizationTransaction,
  { organization_id, run_id, uuid, actor }: Supervision,
  { event, says, facts = {} }: Step,
): Promise<void> => {
  const run = await tx
    .selectFrom("call_runs")
    .select(["name", "agent_id", "campaign_id"])
    .where("id", "=", run_id)
    .executeTakeFirstOrThrow();
  await recordTimeline(tx, {
    organizationId: organization_id,
    kind: "system",
    actor,
    summary: `${run.name}: ${says}`,
    payload: { event, supervision: uuid, ...facts },
    agentId: run.agent_id,
    runId: run_id,
    campaignId: run.campaign_id,
  });
};
