import type { z } from "zod";
import { ApiKey } from "../../infra/postgres/access/api-key.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentApiKey } from "./api-keys.presenter.ts";
import type { listApiKeysQuery } from "./api-keys.schemas.ts";

export const listApiKeys = async (
  context: OperationContext,
  { query }: { query: z.output<typeof listApiKeysQuery> },
) => {
  const where = query.include_archived ? {} : { archived_at: null };
  const rows = await context.withEntities((em) => em.find(ApiKey, where, { orderBy: { id: "desc" } }));
  return rows.map(presentApiKey);
};
