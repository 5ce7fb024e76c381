import { sql } from "kysely";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { agentNotFound } from "./agents.errors.ts";
import { presentVersion } from "./agents.presenter.ts";
import type { agentParams, versionsQuery } from "./agents.schemas.ts";

type Input = OperationInput<{ params: typeof agentParams; query: typeof versionsQuery }>;

/** The size limit of a page, because one definition may have a megabyte; a page has at least one version. */
const PAGE_BYTES = 8_000_000;

/** Lists drafts and published versions, newest first. */
export const listVersions = (context: OperationContext, { params, query }: Input) =>
  context.inOrganization(async (tx) => {
    if (!(await findAgent(tx, params.workflow_id))) throw agentNotFound();
    const sizes = await tx
      .selectFrom("agent_versions")
      .select(["id", sql<number>`octet_length(definition::text)`.as("bytes")])
      .where("agent_id", "=", params.workflow_id)
      .$if(query.version_number !== undefined, (versions) =>
        versions.where("version_number", "=", query.version_number ?? 0),
      )
      .$if(query.definition_id !== undefined, (versions) => versions.where("id", "=", query.definition_id ?? 0))
      .orderBy("version_number", "desc")
      .limit(query.limit)
      .offset(query.offset)
      .execute();
    const ids = takeWithin(PAGE_BYTES, sizes);
    if (ids.length === 0) return [];
    const rows = await tx
      .selectFrom("agent_versions")
      .selectAll()
      .where("id", "in", ids)
      .orderBy("version_number", "desc")
      .execute();
    return rows.map(presentVersion);
  });

/** Returns the first ids whose rows have at most so many bytes together, and at least the first one. */
const takeWithin = (most: number, rows: readonly { id: number; bytes: number }[]): number[] => {
  let bytes = 0;
  const beyond = rows.findIndex((row, at) => {
    bytes += row.bytes;
    return at > 0 && bytes > most;
  });
  return (beyond < 0 ? rows : rows.slice(0, beyond)).map(({ id }) => id);
};
