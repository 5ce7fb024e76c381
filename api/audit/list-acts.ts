import type { z } from "zod";
import { hasRole } from "../../domain/access/member-role.rules.ts";
import { presentAct } from "../../domain/audit/present-act.ts";
import { type ActFilter, listActs as listRows } from "../../infra/postgres/audit/acts.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { auditExportQuery, auditQuery } from "./audit.schemas.ts";

/** Lists who did what, newest first: all of it for admins, their own acts for everybody else. */
export const listActs = (context: OperationContext, { query }: OperationInput<{ query: typeof auditQuery }>) =>
  context.inOrganization(async (tx) => {
    const { cursor: beforeId, limit } = query;
    const rows = await listRows(tx, { ...readActFilter(context, query), beforeId }, limit + 1);
    const acts = rows.slice(0, limit).map(presentAct);
    return { acts, next_cursor: rows.length > limit ? (acts.at(-1)?.id ?? null) : null };
  });

/** Returns the filter of a query within what the caller may see. */
export const readActFilter = (
  { actor: caller }: OperationContext,
  { actor, kind, operation, from, to }: z.output<typeof auditExportQuery>,
): ActFilter => ({
  actor,
  kind,
  operation,
  from,
  to,
  ofPerson: hasRole(caller.role, "admin") ? null : caller.userId,
});
