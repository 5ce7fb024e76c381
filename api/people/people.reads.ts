import { findErasure, listErasures as listRows } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { findExport, listExports as listExportRows } from "../../infra/postgres/privacy/person-exports.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { erasureNotFound, exportNotFound } from "./people.errors.ts";
import { presentErasure, presentExport } from "./people.presenter.ts";
import type { erasureParams, erasuresQuery, exportParams } from "./people.schemas.ts";

/** Tells how far an erasure is, and its receipt. */
export const getErasure = (context: OperationContext, { params }: OperationInput<{ params: typeof erasureParams }>) =>
  context.inOrganization(async (tx) => {
    const row = await findErasure(tx, params.erasure_id);
    if (!row) throw erasureNotFound();
    return presentErasure(row);
  });

/** Tells how far an export is, and what its file holds. */
export const getExport = (context: OperationContext, { params }: OperationInput<{ params: typeof exportParams }>) =>
  context.inOrganization(async (tx) => {
    const row = await findExport(tx, params.export_id);
    if (!row) throw exportNotFound();
    return presentExport(row);
  });

/** Lists exports, newest first. */
export const listExports = (context: OperationContext, { query }: OperationInput<{ query: typeof erasuresQuery }>) =>
  context.inOrganization(async (tx) => {
    const { cursor: beforeId, limit } = query;
    const rows = await listExportRows(tx, { beforeId, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      exports: page.map(presentExport),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
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
