import { deriveHiredUuid } from "../../application/template/hired-ids.ts";
import { openRequest } from "../../application/request/open-request.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import { readSetAt } from "../../infra/postgres/model/model-configuration.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { endHire, requireHire } from "../../infra/postgres/template/template-hire.repository.ts";
import type { TemplateHireInput } from "../../workflows/template-hire/template-hire.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { readHiredTemplate } from "./read-hired-template.ts";

/**
 * Announces the agent on the timeline, once, and requests the credentials that its tools need. If a crash leaves a
 * request without its workflow, maintenance starts it.
 */
export const concludeHire = async (deps: WorkerDependencies, input: TemplateHireInput): Promise<void> => {
  for (const request of await conclude(deps, input)) {
    await startOnce(deps.temporal, requestContract.type, requestStartOptions(request));
  }
};

const MUTE =
  " Its documents cannot be read yet, because the organization has set no model for embeddings: set one, and they are taken up.";

const conclude = (
  { database }: WorkerDependencies,
  { organizationId, hireUuid }: TemplateHireInput,
): Promise<RequestRow[]> =>
  database.inOrganization(organizationId, async (tx) => {
    if (!(await endHire(tx, hireUuid, { error: null }))) return [];
    const hire = await requireHire(tx, hireUuid);
    const { template, text } = await readHiredTemplate(tx, hire);
    const needed = template.tools.flatMap(({ key, name, credential }) =>
      credential ? [{ key, tool: name, ...credential }] : [],
    );
    const wants = needed.map(({ tool, why }) => ` ${why} Provide it, or store it and name it in the tool ${tool}.`);
    const unread = text.documents.length > 0 && (await readSetAt(tx, "embeddings")) === null;
    await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor: hire.actor,
      summary: `Agent ${hire.agent_name} was hired from the template ${text.name}.${wants.join("")}${unread ? MUTE : ""}`,
      payload: {
        template_id: template.id,
        template_version: hire.template_version,
        source: hire.source,
        credentials_needed: needed.map(({ name }) => name),
        ...(unread && { missing: ["embeddings"] }),
      },
      agentId: hire.agent_id,
    });
    const requests: RequestRow[] = [];
    for (const { key, name, why } of needed) {
      const subject = { name, why, tool_uuid: deriveHiredUuid(hireUuid, "tool", key) };
      requests.push(
        await openRequest(tx, { ...askerOf(hire), requestKey: `hire:${hireUuid}:${key}` }, { kind: "secret", subject }),
      );
    }
    return requests;
  });

const askerOf = ({ organization_id: organizationId, agent_id: agentId }: TemplateHire) => ({
  organizationId,
  agentId,
  actor: agentId === null ? "system" : `agent:${agentId}`,
});

/** Stores why the hire failed and writes it to the timeline, once. */
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
