import type { z } from "zod";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { PackDraft } from "../../infra/postgres/template/own-packs.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { packVersionBody } from "./own-packs.schemas.ts";
import { readPackedAgents } from "./read-packed-agents.ts";

/** Builds the draft from a request, with its agents as they are published now. */
export const buildPackDraft = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  body: z.output<typeof packVersionBody>,
): Promise<PackDraft> => ({
  organizationId: actor.organizationId,
  createdBy: actor.userId,
  name: body.name,
  summary: body.summary,
  job: body.job,
  content: {
    industries: body.industries ?? [],
    channels: body.channels,
    steps: body.steps ?? [],
    compliance_notes: body.compliance_notes ?? [],
    demo: { demo_number: body.demo_number, demo_url: body.demo_url },
    agents: await readPackedAgents(tx, body.workflow_ids),
  },
});
