import { type QueryCreator, sql } from "kysely";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";

export interface CallOutcome {
  outcome: string | null;
  disposition: string | null;
  /** The variables that the agent gathered. */
  variables: Record<string, unknown>;
}

type ConcludedRun = Pick<CallRun, "id" | "name" | "organization_id" | "agent_id" | "campaign_id">;

/** These runs call members of the organization. */
const OWN_MODES = ["transfer", "verification"];

/**
 * Records a call's outcome on the timeline, once, and in the same statement for each intake of ended calls that asks for it that its
 * person is to be taken. `credits` is the cost so far, in the minor unit of its currency; a trigger of the run's row updates it later
 * (migration 0040).
 */
export const recordOutcome = async (
  tx: OrganizationTransaction,
  run: ConcludedRun,
  outcome: CallOutcome,
): Promise<void> => {
  await tx
    .with("told", (db) => writeOutcome(db, run, outcome))
    .insertInto("contact_intake_calls")
    .columns(["organization_id", "intake_id", "run_id"])
    .expression((db) =>
      db
        .selectFrom("told")
        .innerJoin("call_runs as r", "r.id", "told.run_id")
        .innerJoin("contact_intakes as i", "i.organization_id", "r.organization_id")
        .innerJoin("contact_lists as l", "l.id", "i.contact_list_id")
        .select(["r.organization_id", "i.id as intake_id", "r.id as run_id"])
        .where("i.calls", "is not", null)
        .where("i.is_active", "=", true)
        .whereRef("l.environment", "=", "r.environment")
        .where("r.mode", "not in", OWN_MODES)
        .where(sql<boolean>`(not i.calls ? 'workflow_ids' or i.calls->'workflow_ids' @> to_jsonb(r.agent_id))`)
        .where(sql<boolean>`(not i.calls ? 'campaign_ids' or i.calls->'campaign_ids' @> to_jsonb(r.campaign_id))`),
    )
    .onConflict((clash) => clash.constraint("contact_intake_calls_run").doNothing())
    .execute();
};

const writeOutcome = (
  db: QueryCreator<Tables>,
  run: ConcludedRun,
  { outcome, disposition, variables }: CallOutcome,
) => {
  const concluded = disposition ?? outcome ?? "unknown";
  return db
    .insertInto("timeline_events")
    .columns([
      "organization_id",
      "kind",
      "actor",
      "summary",
      "payload",
      "agent_id",
      "run_id",
      "campaign_id",
      "folder_id",
      "credits",
      "included",
    ])
    .expression(({ selectFrom, val }) =>
      selectFrom("call_runs as r")
        .innerJoin("agents as a", "a.id", "r.agent_id")
        .select([
          "r.organization_id",
          val<"outcome">("outcome").as("kind"),
          val(`agent:${run.agent_id}`).as("actor"),
          val(`${run.name}: ${concluded.replaceAll("_", " ")}`).as("summary"),
          sql<Record<string, unknown>>`${JSON.stringify({ outcome, disposition, variables })}::jsonb`.as("payload"),
          "r.agent_id",
          "r.id as run_id",
          "r.campaign_id",
          "a.folder_id",
          sql<number>`coalesce(r.cost_minor, 0)`.as("credits"),
          sql<boolean | null>`r.cost_minor = 0`.as("included"),
        ])
        .where("r.id", "=", run.id),
    )
    .onConflict((clash) => clash.column("run_id").where(sql<boolean>`kind = 'outcome'`).doNothing())
    .returning("run_id");
};
