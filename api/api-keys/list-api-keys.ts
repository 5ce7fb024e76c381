import { ApiKey } from "../../infra/postgres/access/api-key.entity.ts";
import { findFirstListedArchived } from "../../infra/postgres/listed-archive.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentApiKey } from "./api-keys.presenter.ts";
import type { listApiKeysQuery } from "./api-keys.schemas.ts";

export const listApiKeys = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof listApiKeysQuery }>,
) => {
  const rows = await context.withEntities(async (em, tx) => {
    const isInUse = { archived_at: null };
    const where = query.include_archived
      ? { $or: [isInUse, { id: { $gte: await findFirstListedArchived(tx, "api_keys") } }] }
      : isInUse;
    return em.find(ApiKey, where, { orderBy: { id: "desc" } });
  });
  return rows.map((row) => presentApiKey(row, context.clock.now()));
};
