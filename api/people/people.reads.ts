import { findErasure, listErasures as listRows } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { erasureNotFound } from "./people.errors.ts";
import { presentErasure } from "./people.presenter.ts";
import type { erasureParams, erasuresQuery } from "./people.schemas.ts";

/** Tells how far an erasure is, and its receipt. */
export const getErasure = (context: OperationContext, { params }: OperationInput<{ params: typeof erasureParams }>) =>
  context.inOrganization(async (tx) => {
    const row = await findErasure(tx, params.erasure_id);
    if (!row) throw erasureNotFound();
    return presentErasure(row);
  });

/** Lists erasures, newest first. */
export const listErasures = (context: OperationContext, { query }: OperationInput<{ query: typeof erasuresQuery }>) =>
  context.inOrganization(async (tx) => {
    const { cursor: beforeId, limit } = query;
    const rows = await listRows(tx, { beforeId, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      erasures: page.map(presentErasure),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });
