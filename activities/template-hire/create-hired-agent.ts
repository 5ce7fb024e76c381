import { deriveHiredParts } from "../../application/template/hired-ids.ts";
import { buildHiredAgent } from "../../domain/template/hired-agent.ts";
import { insertAgent } from "../../infra/postgres/agent/agent-changes.repository.ts";
import { claimTrigger } from "../../infra/postgres/agent/agent-trigger.repository.ts";
import { requireHire } from "../../infra/postgres/template/template-hire.repository.ts";
import type { TemplateHireInput } from "../../workflows/template-hire/template-hire.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { readHiredTemplate } from "./read-hired-template.ts";

/** Creates the agent with its first version, published, so that it can talk from now on. */
export const createHiredAgent = (
  { database }: WorkerDependencies,
  { organizationId, hireUuid }: TemplateHireInput,
): Promise<{ agentId: number }> =>
  database.inOrganization(organizationId, async (tx) => {
    const hire = await requireHire(tx, hireUuid);
    const { template, text } = await readHiredTemplate(tx, hire);
    const { agent_name: agentName, greeting, voice } = hire;
    const made = buildHiredAgent(
      text,
      { agentName, variables: hire.variables, greeting, voice },
      deriveHiredParts(hireUuid, template),
    );
    const { agent } = await insertAgent(tx, {
      organizationId,
      workflowUuid: hireUuid,
      name: agentName,
      channelId: null,
      templateId: template.id,
      createdBy: hire.created_by,
      definition: made.definition,
      configurations: made.configurations,
      templateContextVariables: made.variables,
      dispositionCodes: text.dispositions,
    });
    await claimTrigger(tx, agent, made.definition);
    await tx
      .updateTable("template_hires")
      .set({ agent_id: agent.id, template_version: template.version })
      .where("uuid", "=", hireUuid)
      .execute();
    return { agentId: agent.id };
  });

/** Archives the agent instead of deleting it, because calls may already have been made with it. */
export const undoHiredAgent = (
  { database }: WorkerDependencies,
  { organizationId, hireUuid }: TemplateHireInput,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    await tx.updateTable("agents").set({ status: "archived" }).where("workflow_uuid", "=", hireUuid).execute();
  });
