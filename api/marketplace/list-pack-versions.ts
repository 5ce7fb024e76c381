import { formatVersion } from "../../domain/template/own-pack.ts";
import { listPackVersions as listVersions } from "../../infra/postgres/template/own-packs.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { packNotFound } from "./marketplace.errors.ts";
import type { ownPackParams } from "./own-packs.schemas.ts";

export const listPackVersions = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof ownPackParams }>,
) => {
  const versions = await context.inOrganization((tx) => listVersions(tx, params.pack_slug));
  if (versions.length === 0) throw packNotFound();
  return {
    versions: versions.map(({ number, state, name, summary, content, createdAt, publishedAt }) => ({
      version: formatVersion(number),
      state,
      name,
      summary,
      workflow_ids: content.agents.map(({ agent_id }) => agent_id),
      created_at: createdAt,
      published_at: publishedAt,
    })),
  };
};
