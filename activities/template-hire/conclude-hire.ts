import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { endHire, requireHire } from "../../infra/postgres/template/template-hire.repository.ts";
import type { TemplateHireInput } from "../../workflows/template-hire/template-hire.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { hiredTemplate } from "./hired-template.ts";

/** Tells the timeline, once, that the agent is there, and which credentials it still needs. */
export const concludeHire = (
  { database }: WorkerDependencies,
  { organizationId, hireUuid }: TemplateHireInput,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    if (!(await endHire(tx, hireUuid, { error: null }))) return;
    const hire = await requireHire(tx, hireUuid);
    const { template, text } = hiredTemplate(hire);
    const needed = template.tools.flatMap(({ name, credential }) =>
      credential ? [{ tool: name, ...credential }] : [],
    );
    const wants = needed.map(({ tool, why }) => ` ${why} Store it and name it in the tool ${tool}.`).join("");
    await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor: hire.actor,
      summary: `Agent ${hire.agent_name} was hired from the template ${text.name}.${wants}`,
      payload: {
        template_id: template.id,
        template_version: hire.template_version,
        source: hire.source,
        credentials_needed: needed.map(({ name }) => name),
      },
      agentId: hire.agent_id,
    });
  });

/** Keeps why nothing came of it, and says so on the timeline, once. */
export const failHire = (
  { database }: WorkerDependencies,
  { organizationId, hireUuid, reason }: TemplateHireInput & { reason: string },
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    if (!(await endHire(tx, hireUuid, { error: reason }))) return;
    const hire = await requireHire(tx, hireUuid);
    await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor: hire.actor,
      summary: `Agent ${hire.agent_name} could not be hired: ${reason}`,
      payload: { template_id: hire.template_id, reason },
    });
  });
