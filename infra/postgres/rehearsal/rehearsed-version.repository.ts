import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { RehearsalConversation } from "./rehearsal-conversation.entity.ts";

type PlayedRow = Pick<
  RehearsalConversation,
  "id" | "rehearsal_id" | "scenario_id" | "scenario_digest" | "scenario" | "state" | "result"
>;

/** A version as rehearsals keep it. */
export interface VersionToFind {
  agentId: number;
  digest: string;
  /** Definition, configurations, variables and dispositions. */
  version: object;
}

/** More rehearsals of the same version than these say nothing that is not known. */
const MOST_LOOKED_AT = 20;

/** Lists the conversations of the newest rehearsals of exactly this version, newest rehearsal first. */
export const listPlaysOfVersion = (
  tx: OrganizationTransaction,
  { agentId, digest, version }: VersionToFind,
): Promise<PlayedRow[]> =>
  tx
    .selectFrom("rehearsal_conversations as c")
    .select(["c.id", "c.rehearsal_id", "c.scenario_id", "c.scenario_digest", "c.scenario", "c.state", "c.result"])
    .where("c.rehearsal_id", "in", (rehearsals) =>
      rehearsals
        .selectFrom("rehearsals")
        .select("id")
        .where("agent_id", "=", agentId)
        .where("definition_digest", "=", digest)
        .where(sql<boolean>`agent = ${JSON.stringify(version)}::jsonb`)
        .orderBy("id", "desc")
        .limit(MOST_LOOKED_AT),
    )
    .orderBy("c.rehearsal_id", "desc")
    .orderBy("c.place")
    .execute();

/** Finds the last rehearsal of the version that a campaign calls with, in one statement; undefined: there was none. */
export const findRehearsalOfCampaign = (tx: OrganizationTransaction, campaignId: number) =>
  tx
    .selectFrom("campaigns as c")
    .innerJoin("agents as a", "a.id", "c.agent_id")
    .innerJoin("agent_versions as v", (join) =>
      join.on("v.id", "=", ({ fn }) => fn.coalesce("c.agent_version_id", "a.published_version_id")),
    )
    .innerJoin("rehearsals as r", (join) =>
      join.onRef("r.agent_id", "=", "c.agent_id").onRef("r.version_number", "=", "v.version_number"),
    )
    .select(["r.id", "r.ended_at", "r.version_number"])
    .select(
      sql<boolean>`not exists (select from rehearsal_conversations x where x.rehearsal_id = r.id and x.state <> 'green')`.as(
        "passed",
      ),
    )
    .where("c.id", "=", campaignId)
    .where("r.state", "=", "done")
    .where(sql<boolean>`r.agent->'definition' = v.definition and r.agent->'configurations' = v.configurations`)
    .orderBy("r.id", "desc")
    .limit(1)
    .executeTakeFirst();
