import {
  countRehearsals,
  listRehearsalPage,
  NOTHING_COUNTED,
} from "../../infra/postgres/rehearsal/rehearsal.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { presentRehearsal } from "./rehearsals.presenter.ts";
import type { agentParams, rehearsalsQuery } from "./rehearsals.schemas.ts";

type Input = OperationInput<{ params: typeof agentParams; query: typeof rehearsalsQuery }>;

/** Lists the rehearsals of an agent, newest first. */
export const listRehearsals = (context: OperationContext, { params, query }: Input) =>
  context.inOrganization(async (tx) => {
    const agent = await requireKnownAgent(tx, params.workflow_id);
    const { limit, cursor: beforeId } = query;
    const found = await listRehearsalPage(tx, agent.id, { limit: limit + 1, beforeId });
    const rows = found.slice(0, limit);
    const ids = rows.map(({ id }) => id);
    const counts = await countRehearsals(tx, ids);
    return {
      rehearsals: rows.map((row) => presentRehearsal(row, counts.get(row.id) ?? NOTHING_COUNTED)),
      next_cursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
    };
  });
