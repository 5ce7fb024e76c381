import type { z } from "zod";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { MOST_PACKED_BYTES } from "../../domain/template/own-pack.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { PackDraft } from "../../infra/postgres/template/own-packs.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { packVersionBody } from "./own-packs.schemas.ts";
import { readPackedAgents } from "./read-packed-agents.ts";

const TOO_LARGE = `The agents of one pack may come to ${MOST_PACKED_BYTES / MEGABYTE} MB: make several packs of them`;

/** Builds the draft from a request, with its agents as they are published now. */
export const buildPackDraft = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  body: z.output<typeof packVersionBody>,
): Promise<PackDraft> => {
  const agents = await readPackedAgents(tx, body.workflow_ids);
  if (Buffer.byteLength(JSON.stringify(agents)) > MOST_PACKED_BYTES) throw invalidField(["workflow_ids"], TOO_LARGE);
  return {
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
      agents,
    },
  };
};
