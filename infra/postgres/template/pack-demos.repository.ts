import { sql } from "kysely";
import { MOST_TALKING, type PackDemoAgent } from "../../../domain/template/pack-demo-agent.ts";
import { deriveUuid } from "../../ids.ts";
import { insertAgent } from "../agent/agent-changes.repository.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { EmbedToken } from "../web-call/embed-token.entity.ts";

const NAME = "Try it out";

/** Returns the organization of the platform's demos, which is made at the first start. */
export const findOrCreateDemoOrganization = async ({ withoutOrganization: db }: Database): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select platform_demo_organization(${NAME}) as id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("platform_demo_organization gave no row");
  return row.id;
};

/**
 * Returns the token of a demo's talk page on this origin; creates agent and token once. An agent of an earlier version of
 * the pack's template stays as it is until that one has another uuid.
 */
export const findOrCreateDemoPage = async (
  tx: OrganizationTransaction,
  { organizationId, demo, origin }: { organizationId: number; demo: PackDemoAgent; origin: string },
): Promise<EmbedToken> => {
  const { agent } = await insertAgent(tx, {
    organizationId,
    workflowUuid: deriveUuid(`pack demo\n${organizationId}\n${demo.slug}`),
    name: demo.name,
    channelId: null,
    templateId: demo.templateId,
    createdBy: null,
    definition: demo.definition,
    configurations: demo.configurations,
    templateContextVariables: demo.variables,
  });
  const uuid = deriveUuid(`pack demo page\n${agent.workflow_uuid}\n${origin}`);
  await tx
    .insertInto("embed_tokens")
    .values({
      uuid,
      organization_id: organizationId,
      agent_id: agent.id,
      name: demo.name,
      allowed_origins: [origin],
      max_concurrent: MOST_TALKING,
      created_by: null,
    })
    .onConflict((conflict) => conflict.column("uuid").doNothing())
    .execute();
  return tx.selectFrom("embed_tokens").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
};
