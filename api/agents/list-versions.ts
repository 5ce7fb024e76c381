import type { z } from "zod";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { agentNotFound } from "./agents.errors.ts";
import { presentVersion } from "./agents.presenter.ts";
import type { agentParams, versionsQuery } from "./agents.schemas.ts";

interface Input {
  params: z.output<typeof agentParams>;
  query: z.output<typeof versionsQuery>;
}

/** Lists drafts and published versions, newest first. */
export const listVersions = (context: OperationContext, { params, query }: Input) =>
  context.inOrganization(async (tx) => {
    if (!(await findAgent(tx, params.workflow_id))) throw agentNotFound();
    const rows = await tx
      .selectFrom("agent_versions")
      .selectAll()
      .where("agent_id", "=", params.workflow_id)
      .orderBy("version_number", "desc")
      .limit(query.limit)
      .offset(query.offset)
      .execute();
    return rows.map(presentVersion);
  });
