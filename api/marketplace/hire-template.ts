import { findAgentDetails } from "../../infra/postgres/agent/agent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import { openHire, requireHire } from "../../infra/postgres/template/template-hire.repository.ts";
import { presentAgent } from "../agents/agents.presenter.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { followHire } from "./follow-hire.ts";
import { readHireVariables, readHireVoice } from "./hire-answers.ts";
import type { hireBody } from "./hires.schemas.ts";
import { hireFailed, hireUndecided } from "./marketplace.errors.ts";
import type { templateParams } from "./marketplace.schemas.ts";
import { readNeeds } from "./read-needs.ts";
import { type AskedTemplate, requireTemplate } from "./require-template.ts";

type Input = OperationInput<{ params: typeof templateParams; body: typeof hireBody }>;

/**
 * Hires an agent from a template. The row is written first, then the workflow `templateHire` creates everything once
 * and undoes it when a step fails permanently. After a crash in between, this request repeated or a sweep continues.
 */
export const hireTemplate = async (context: OperationContext, input: Input) => {
  const hire = await keepHire(context, input);
  await followHire(context, hire);
  return context.inOrganization(async (tx) => {
    const named = await requireHire(tx, hire.uuid);
    const { agent_id: agentId } = named;
    if (named.state === "failed") throw hireFailed(named.error ?? "the record of the workflow says why");
    const details = agentId === null ? undefined : await findAgentDetails(tx, agentId);
    if (!details) throw hireUndecided();
    return { ...presentAgent(details), missing: await readNeeds(context, tx, named) };
  });
};

/**
 * Throws when the organization has no room for what the hire creates. A repeated request follows the hire in progress instead,
 * whose agent and tools may exist already.
 */
const requireHireRoom = async (tx: OrganizationTransaction, { template }: AskedTemplate): Promise<void> => {
  await requireQuota(tx, "agents");
  if (template.tools.length > 0) await requireQuota(tx, "tools", template.tools.length);
};

const keepHire = (context: OperationContext, { params, body }: Input): Promise<TemplateHire> =>
  context.inOrganization(async (tx) => {
    const asked = await requireTemplate(tx, params.template_id, { language: body.language, from: "body" });
    const variables = readHireVariables(context, asked, body);
    const { organizationId, userId } = context.actor;
    const { hire, isNew } = await openHire(tx, {
      organization_id: organizationId,
      uuid: context.requestUuid(),
      template_id: asked.template.id,
      template_version: asked.template.version,
      language: asked.text.language,
      agent_name: body.agent_name,
      variables,
      greeting: body.greeting ?? null,
      voice: await readHireVoice(context, tx, { ...asked, body }),
      source: body.source ?? null,
      actor: formatActor(context.actor),
      created_by: userId,
    });
    if (isNew) await requireHireRoom(tx, asked);
    return hire;
  });
