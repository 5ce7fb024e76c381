import { sql } from "kysely";
import type { TurnClaim } from "../../../domain/conversation/conversation.ports.ts";
import { isModelOutage, TURNS_TO_LOOK_AT } from "../../../domain/model/model-outage.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { buildModelsLockKey, lockExclusively } from "../locks.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";

/** An organization whose owners have to be told that its models fail. */
export interface ModelOutage {
  organization: string;
  reason: string;
  /** The addresses of its owners. */
  owners: string[];
}

/** The turns that asked a model, newest first. The latest runs of the organization have them. */
const latestTurns = (organizationId: number, limit: number) => sql<{ state: "done" | "failed" }>`
  select t.state from (
    select run_id from conversations where organization_id = ${organizationId} order by run_id desc limit 50
  ) c join conversation_turns t using (run_id)
  where t.ended_at is not null and (t.state = 'failed' or (t.state = 'done' and t.model_ms is not null))
  order by t.ended_at desc limit ${limit}`;

/**
 * Writes a turn whose model failed to the timeline, in the transaction that ends the turn. Returns the outage where this turn makes
 * one, once until a turn succeeds again; null otherwise.
 */
export const recordFailedTurn = async (
  tx: OrganizationTransaction,
  { organizationId, runId, number }: Pick<TurnClaim, "organizationId" | "runId" | "number">,
  error: string,
): Promise<ModelOutage | null> => {
  const run = await tx
    .selectFrom("call_runs")
    .select(["name", "agent_id", "campaign_id"])
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  await recordTimeline(tx, {
    organizationId,
    kind: "system",
    actor: `agent:${run.agent_id}`,
    summary: `${run.name}: the language model failed. ${error}`,
    payload: { event: "model_failed", turn: number, reason: error },
    agentId: run.agent_id,
    runId,
    campaignId: run.campaign_id,
  });
  await lockExclusively(tx, `${buildModelsLockKey(organizationId)}:outage`);
  const { rows } = await latestTurns(organizationId, TURNS_TO_LOOK_AT - 1).execute(tx);
  const states = rows.map(({ state }) => state);
  if (!isModelOutage(["failed", ...states]) || (await wasTold(tx, organizationId))) return null;
  await recordTimeline(tx, {
    organizationId,
    kind: "system",
    actor: "system",
    summary: `The language models fail: ${error}`,
    payload: { event: "models_failing", reason: error },
  });
  return { organization: await nameOf(tx), reason: error, owners: await ownersOf(tx) };
};

/** An outage lasts until a turn succeeds. */
const wasTold = async (tx: OrganizationTransaction, organizationId: number): Promise<boolean> => {
  const { rows } = await sql<{ told: boolean }>`
    select exists (
      select from timeline_events e
      where e.organization_id = ${organizationId} and e.kind = 'system' and e.payload ->> 'event' = 'models_failing'
        and e.at > coalesce((
          select max(t.ended_at) from (
            select run_id from conversations where organization_id = ${organizationId} order by run_id desc limit 50
          ) c join conversation_turns t using (run_id)
          where t.state = 'done' and t.model_ms is not null
        ), '-infinity')
    ) as told`.execute(tx);
  return rows[0]?.told ?? false;
};

const nameOf = async (tx: OrganizationTransaction): Promise<string> =>
  (await tx.selectFrom("organizations").select("name").executeTakeFirstOrThrow()).name;

const ownersOf = async (tx: OrganizationTransaction): Promise<string[]> => {
  const rows = await tx
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select("users.email")
    .where("memberships.role", "=", "owner")
    .execute();
  return rows.map(({ email }) => email);
};
