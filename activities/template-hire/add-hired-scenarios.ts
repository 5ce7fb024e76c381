import { listHiredScenarios } from "../../domain/template/hired-scenarios.ts";
import { insertScenario } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import { requireHire } from "../../infra/postgres/template/template-hire.repository.ts";
import type { TemplateHireInput } from "../../workflows/template-hire/template-hire.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { readHiredTemplate } from "./read-hired-template.ts";

/** Adds the template's sample conversations as scenarios of the agent; a name that it already has stays as it is. */
export const addHiredScenarios = (
  { database }: WorkerDependencies,
  { organizationId, hireUuid }: TemplateHireInput,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    const hire = await requireHire(tx, hireUuid);
    const { template, text } = await readHiredTemplate(tx, hire);
    if (hire.agent_id === null) return;
    for (const { name, content, runs, must_pass: mustPass } of listHiredScenarios(template, text))
      await insertScenario(tx, {
        organizationId,
        agentId: hire.agent_id,
        createdBy: hire.created_by,
        name,
        content,
        runs,
        mustPass,
        source: { kind: "template", template_id: template.id, template_version: template.version },
      });
  });

export const undoHiredScenarios = (
  { database }: WorkerDependencies,
  { organizationId, hireUuid }: TemplateHireInput,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    const { agent_id: agentId } = await requireHire(tx, hireUuid);
    if (agentId !== null) await tx.deleteFrom("scenarios").where("agent_id", "=", agentId).execute();
  });
