import { sql } from "kysely";
import { z } from "zod";
import type { AgentDefinition } from "../../../domain/agent/agent-definition.ts";
import { readDefinition } from "../../../domain/agent/read-definition.ts";
import type { HiredAgent } from "../../../domain/template/hired-agent.ts";
import { toolDefinition, type ToolDefinition } from "../../../domain/tool/tool-definition.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { RequestRow } from "../request/request.entity.ts";
import type { TemplateHire } from "./template-hire.entity.ts";

const record = z.record(z.string(), z.unknown());

/** The template's content when the agent last followed it. */
const base = z.object({ definition: record.transform(readDefinition), configurations: record, variables: record });
export interface UpgradeBase {
  definition: AgentDefinition;
  configurations: Readonly<Record<string, unknown>>;
  variables: Readonly<Record<string, unknown>>;
}

const proposedUpgrade = z.object({
  request_id: z.number().int(),
  version: z.string(),
  base: record,
  variables: z.record(z.string(), z.string()),
  tools: z.array(z.object({ uuid: z.string(), name: z.string(), description: z.string(), definition: toolDefinition })),
});

/** A tool that the new version needs and the agent lacks. */
export interface UpgradeTool {
  uuid: string;
  name: string;
  description: string;
  definition: ToolDefinition;
}

export const readUpgradeBase = async (tx: OrganizationTransaction, hire: TemplateHire): Promise<UpgradeBase> => {
  if (hire.base !== null) return base.parse(hire.base);
  const first = await tx
    .selectFrom("agent_versions")
    .select(["definition", "configurations", "template_context_variables as variables"])
    .where("agent_id", "=", hire.agent_id)
    .where("version_number", "=", 1)
    .executeTakeFirstOrThrow();
  return { ...first, definition: readDefinition(first.definition) };
};

/** Stores what a proposal changes when it is published, in place of an earlier one. */
export const keepProposedUpgrade = async (
  tx: OrganizationTransaction,
  hire: Pick<TemplateHire, "id">,
  proposed: {
    request: RequestRow;
    version: string;
    made: HiredAgent;
    variables: object;
    tools: readonly UpgradeTool[];
  },
): Promise<void> => {
  const upgrade = {
    request_id: proposed.request.id,
    version: proposed.version,
    base: { ...proposed.made },
    variables: proposed.variables,
    tools: proposed.tools,
  };
  await tx.updateTable("template_hires").set({ upgrade }).where("id", "=", hire.id).execute();
};

/**
 * Locks the undecided proposed changes of an agent until the transaction ends: the open ones, and an upgrade even after
 * its deadline.
 */
export const lockProposedEdits = (tx: OrganizationTransaction, agentId: number): Promise<RequestRow[]> =>
  tx
    .selectFrom("requests")
    .selectAll()
    .where("kind", "=", "edit")
    .where("agent_id", "=", agentId)
    .where("decision", "is", null)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("state", "=", "open"),
        eb(
          "id",
          "in",
          selectFrom("template_hires")
            .select(sql<number>`(upgrade->>'request_id')::bigint`.as("request_id"))
            .where("agent_id", "=", agentId),
        ),
      ]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();

/** Carries out the rest of an upgrade in the transaction that publishes it: its new tools, and its version. */
export const completeUpgrade = async (tx: OrganizationTransaction, request: RequestRow): Promise<void> => {
  const hire = await tx
    .selectFrom("template_hires")
    .selectAll()
    .where("agent_id", "=", request.agent_id)
    .executeTakeFirst();
  if (!hire || hire.upgrade === null) return;
  const { request_id, version, base: newBase, variables, tools } = proposedUpgrade.parse(hire.upgrade);
  if (request_id !== request.id) return;
  for (const { uuid, name, description, definition } of tools) {
    await tx
      .insertInto("tools")
      .values({
        organization_id: hire.organization_id,
        tool_uuid: uuid,
        name,
        description,
        category: definition.type,
        definition,
        created_by: hire.created_by,
      })
      .onConflict((conflict) => conflict.column("tool_uuid").doNothing())
      .execute();
  }
  await followVersion(tx, hire, { version, base: newBase, variables });
};

/** Stores that the agent follows this version of its template, and deletes the proposed upgrade. */
export const followVersion = async (
  tx: OrganizationTransaction,
  hire: Pick<TemplateHire, "id">,
  { version, base: newBase, variables }: Pick<z.output<typeof proposedUpgrade>, "version" | "base" | "variables">,
): Promise<void> => {
  await tx
    .updateTable("template_hires")
    .set({ template_version: version, base: newBase, variables, upgrade: null })
    .where("id", "=", hire.id)
    .execute();
};
