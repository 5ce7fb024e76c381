import { findShelfTemplate } from "../../application/template/find-on-shelf.ts";
import { HIRE_STEPS, type HireProgress } from "../../domain/template/hire-progress.rules.ts";
import { isNewerVersion } from "../../domain/template/template.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import { findHireOfAgent } from "../../infra/postgres/template/template-hire.repository.ts";
import { hireProgressQuery, templateHireContract } from "../../workflows/template-hire/template-hire.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { hireParams } from "./hires.schemas.ts";
import { hireNotFound } from "./marketplace.errors.ts";
import { readNeeds } from "./read-needs.ts";

const WITHIN_MS = 2_000;

/**
 * Returns the progress of a hire. The row has the result; while the hire runs, its workflow reports the present step.
 */
export const getHire = async (context: OperationContext, { params }: OperationInput<{ params: typeof hireParams }>) => {
  const { hire, newest, missing } = await context.inOrganization(async (tx) => {
    const found = await findHireOfAgent(tx, params.workflow_id);
    if (!found) throw hireNotFound();
    const version = (await findShelfTemplate(tx, found.template_id))?.version;
    return { hire: found, newest: version, missing: await readNeeds(context, tx, found) };
  });
  const { done, step } = hire.state === "running" ? await askWorkflow(context, hire) : ended(hire);
  return {
    workflow_id: params.workflow_id,
    template_id: hire.template_id,
    template_version: hire.template_version,
    newer_version: newest !== undefined && isNewerVersion(newest, hire.template_version) ? newest : null,
    state: hire.state,
    steps: HIRE_STEPS.map((name) => ({
      name,
      state: done.includes(name) ? ("done" as const) : name === step ? ("at_work" as const) : ("waiting" as const),
    })),
    missing,
    error: hire.error,
    created_at: hire.created_at,
    finished_at: hire.finished_at,
  };
};

type Standing = Pick<HireProgress, "done" | "step">;

const ended = ({ state }: TemplateHire): Standing => ({ done: state === "hired" ? HIRE_STEPS : [], step: null });

/** If the workflow cannot be asked, only the agent is known. */
const askWorkflow = async (
  { temporal, logger }: OperationContext,
  { organization_id: organizationId, uuid: hireUuid }: TemplateHire,
): Promise<Standing> => {
  const handle = temporal.workflow.getHandle(templateHireContract.workflowId({ organizationId, hireUuid }));
  try {
    return await temporal.withDeadline(Date.now() + WITHIN_MS, () => handle.query(hireProgressQuery));
  } catch (err) {
    logger.warn({ err, hire_uuid: hireUuid }, "a hire's workflow did not tell how far it is");
    return { done: ["agent"], step: "tools" };
  }
};
