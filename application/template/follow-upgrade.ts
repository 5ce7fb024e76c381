import { sql } from "kysely";
import { z } from "zod";
import type { AgentDefinition } from "../../domain/agent/agent-definition.ts";
import { readDefinition } from "../../domain/agent/read-definition.ts";
import type { HiredAgent } from "../../domain/template/hired-agent.ts";
import { type ToolDefinition, toolDefinition } from "../../domain/tool/tool-definition.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import { storeDueDocuments, type UpgradeDocument, upgradeDocument } from "./due-documents.ts";

const record = z.record(z.string(), z.unknown());

/** The template's content when the agent last followed it. */
const base = z.object({
  definition: record.transform(readDefinition),
  configurations: record,
  variables: record,
  document_keys: z.array(z.string()).default([]),
});
export interface UpgradeBase {
  definition: AgentDefinition;
  configurations: Readonly<Record<string, unknown>>;
  variables: Readonly<Record<string, unknown>>;
  /** The keys of the documents that the template has brought since the agent was hired; people may have deleted some. */
  document_keys: readonly string[];
}

/** A hired agent as its template defines it, with what the template brings beside it. */
export interface FollowedVersion {
  version: string;
  made: HiredAgent;
  variables: Record<string, string>;
  documentKeys: readonly string[];
}

const baseOf = ({ made, documentKeys }: Pick<FollowedVersion, "made" | "documentKeys">) => ({
  ...made,
  document_keys: documentKeys,
});

const proposedUpgrade = z.object({
  request_id: z.number().int(),
  version: z.string(),
  base: record,
  variables: z.record(z.string(), z.string()),
  tools: z.array(z.object({ uuid: z.string(), name: z.string(), description: z.string(), definition: toolDefinition })),
  documents: z.array(upgradeDocument).default([]),
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
  return { ...first, definition: readDefinition(first.definition), document_keys: [] };
};

/** Stores what a proposal changes when it is published, in place of an earlier one. */
export const storeProposedUpgrade = async (
  tx: OrganizationTransaction,
  hire: Pick<TemplateHire, "id">,
  proposed: FollowedVersion & {
    request: RequestRow;
    tools: readonly UpgradeTool[];
    documents: readonly UpgradeDocument[];
  },
): Promise<void> => {
  const { request, version, variables, tools, documents } = proposed;
  const upgrade = { request_id: request.id, version, base: baseOf(proposed), variables, tools, documents };
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

/**
 * Completes an upgrade in the transaction that publishes it: adds its tools and stores the agent's new version. Its documents are
 * stored as due; the request's workflow adds them. Returns the number of added tools.
 */
export const completeUpgrade = async (tx: OrganizationTransaction, request: RequestRow): Promise<number> => {
  const hire = await tx
    .selectFrom("template_hires")
    .selectAll()
    .where("agent_id", "=", request.agent_id)
    .forUpdate()
    .executeTakeFirst();
  if (!hire || hire.upgrade === null) return 0;
  const { request_id, version, base: newBase, variables, tools, documents } = proposedUpgrade.parse(hire.upgrade);
  if (request_id !== request.id) return 0;
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
  await storeDueDocuments(tx, hire, documents);
  await setVersion(tx, hire, { version, base: newBase, variables });
  return tools.length;
};

/** Makes the agent follow this version of its template, for which no upgrade is proposed any more. */
export const followVersion = (
  tx: OrganizationTransaction,
  hire: Pick<TemplateHire, "id">,
  followed: FollowedVersion,
): Promise<void> =>
  setVersion(tx, hire, { version: followed.version, base: baseOf(followed), variables: followed.variables });

const setVersion = async (
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
