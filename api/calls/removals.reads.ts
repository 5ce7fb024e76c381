import { findRemoval, listRemovals as listRows } from "../../infra/postgres/removal/removals.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { removalNotFound } from "./calls.errors.ts";
import { presentRemoval } from "./removals.presenter.ts";
import type { removalParams, removalsQuery } from "./removals.schemas.ts";

/** Tells how far a removal is, and what it has removed. */
export const getRemoval = (context: OperationContext, { params }: OperationInput<{ params: typeof removalParams }>) =>
  context.inOrganization(async (tx) => {
    const row = await findRemoval(tx, params.removal_id);
    if (!row) throw removalNotFound();
    return presentRemoval(row);
  });

/** Lists removals, newest first. */
export const listRemovals = (context: OperationContext, { query }: OperationInput<{ query: typeof removalsQuery }>) =>
  context.inOrganization(async (tx) => {
    const { cursor: beforeId, limit } = query;
    const rows = await listRows(tx, { beforeId, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      removals: page.map(presentRemoval),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });
