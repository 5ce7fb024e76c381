import { openRequest } from "../../application/request/open-request.ts";
import { deriveHiredUuid } from "../../application/template/hired-ids.ts";
import { readHireNeeds } from "../../application/template/read-hire-needs.ts";
import type { HireNeed } from "../../domain/template/hire-progress.rules.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import { endHire, requireHire } from "../../infra/postgres/template/template-hire.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import type { TemplateHireInput } from "../../workflows/template-hire/template-hire.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { readHiredTemplate } from "./read-hired-template.ts";

/**
 * Announces the agent on the timeline, once, and requests the credentials that its tools need. If a crash leaves a
 * request without its workflow, maintenance starts it.
 */
export const concludeHire = async (
  deps: WorkerDependencies,
  input: TemplateHireInput,
): Promise<{ missing: HireNeed["kind"][] }> => {
  const { requests, needs } = await conclude(deps, input);
  for (const request of requests) {
    await startOnce(deps.temporal, requestContract.type, requestStartOptions(request));
  }
  return { missing: needs.map(({ kind }) => kind) };
};

const conclude = (
  { database, defaultEmbeddings }: WorkerDependencies,
  { organizationId, hireUuid }: TemplateHireInput,
): Promise<{ requests: RequestRow[]; needs: HireNeed[] }> =>
  database.inOrganization(organizationId, async (tx) => {
    const isFirst = await endHire(tx, hireUuid, { error: null });
    const hire = await requireHire(tx, hireUuid);
    const { template, text } = await readHiredTemplate(tx, hire);
    const needs = await readHireNeeds(tx, {
      hireUuid,
      agentId: hire.agent_id,
      template,
      text,
      defaultEmbeddings,
    });
    if (!isFirst) return { requests: [], needs };
    const needed = template.tools.flatMap(({ key, credential }) => (credential ? [{ key, ...credential }] : []));
    await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor: hire.actor,
      summary: `Agent ${hire.agent_name} was hired from the template ${text.name}.${needs.map(({ detail }) => ` ${detail}`).join("")}`,
      payload: {
        template_id: template.id,
        template_version: hire.template_version,
        source: hire.source,
        credentials_needed: needed.map(({ name }) => name),
        missing: needs.map(({ kind }) => kind),
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
    return { requests, needs };
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
