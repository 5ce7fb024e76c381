import { sql } from "kysely";
import { findReachedLimit, MOST_TURNS } from "../../../domain/conversation/session-limits.ts";
import { areSessionsFull } from "../../../infra/postgres/conversation/open-sessions.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { sessionFull, tooManySessions } from "./text-sessions.errors.ts";

/** Throws 429 when the organization may open no further session: each has a workflow, and maintenance checks it once a minute. */
export const requireSessionQuota = async (
  { config: { TEXT_SESSIONS_PER_ORGANIZATION: most } }: Pick<OperationContext, "config">,
  tx: OrganizationTransaction,
): Promise<void> => {
  if (await areSessionsFull(tx, most)) throw tooManySessions(most);
};

/** Throws 409 when the session may have no further turn. */
export const requireTurnQuota = async (tx: OrganizationTransaction, runId: number): Promise<void> => {
  const { rows } = await sql<{ turns: number; characters: number }>`
    select (select count(*)::integer from (
        select from conversation_turns where run_id = ${runId} limit ${MOST_TURNS}
      ) as found) as turns,
      (select coalesce(sum(length(text)), 0)::bigint from conversation_entries where run_id = ${runId}) as characters
  `.execute(tx);
  const { turns = 0, characters = 0 } = rows[0] ?? {};
  const reached = findReachedLimit({ turns, characters });
  if (reached !== null) throw sessionFull(reached);
};
