import { buildExportKey, EXPORT_LINK_SECONDS } from "../../domain/privacy/export.rules.ts";
import { keepsOriginals } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { findExport } from "../../infra/postgres/privacy/person-exports.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireScope } from "../http/require-scope.ts";
import { exportNotDone, exportNotFound } from "./people.errors.ts";
import type { exportParams } from "./people.schemas.ts";

const ORIGINALS = { area: "Originals", sandbox: "refused", summary: "an export with originals" } as const;

/** Signs a short link to the file of an export. That somebody asked for it is noted as an act. */
export const downloadExport = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof exportParams }>,
) => {
  const { row, hasOriginals } = await context.inOrganization(async (tx) => ({
    row: await findExport(tx, params.export_id),
    hasOriginals: await keepsOriginals(tx),
  }));
  // An export holds what redaction has left out: a key that may not read it in a call may not read it here.
  if (hasOriginals) requireScope(context.actor, ORIGINALS);
  if (!row) throw exportNotFound();
  const isOver = row.expires_at !== null && row.expires_at <= context.clock.now();
  if (row.state !== "done" || isOver) throw exportNotDone(row.state);
  const key = buildExportKey({ organizationId: context.actor.organizationId, uuid: row.uuid });
  const url = await context.objectStore.signDownload(key, EXPORT_LINK_SECONDS, { filename: `person-${row.uuid}.zip` });
  return { url, expires_at: new Date(context.clock.now().getTime() + EXPORT_LINK_SECONDS * 1000) };
};
