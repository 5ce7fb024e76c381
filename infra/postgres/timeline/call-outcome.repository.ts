import { sql } from "kysely";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

export interface CallOutcome {
  outcome: string | null;
  disposition: string | null;
  /** The variables that the agent gathered. */
  variables: Record<string, unknown>;
}

type ConcludedRun = Pick<CallRun, "id" | "name" | "organization_id" | "agent_id" | "campaign_id">;

/**
 * Records a call's outcome on the timeline, once. `credits` is the cost so far, in the minor unit of its currency; a
 * trigger of the run's row updates it later (migration 0040).
 */
export const recordOutcome = async (
  tx: OrganizationTransaction,
  run: ConcludedRun,
  { outcome, disposition, variables }: CallOutcome,
): Promise<void> => {
  const concluded = disposition ?? outcome ?? "unknown";
  await tx
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
    .execute();
};
