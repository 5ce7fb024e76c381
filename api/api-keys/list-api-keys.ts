import type { z } from "zod";
import type { OperationContext } from "../http/operation-context.ts";
import { presentApiKey } from "./api-keys.presenter.ts";
import type { listApiKeysQuery } from "./api-keys.schemas.ts";

export const listApiKeys = async (
  context: OperationContext,
  { query }: { query: z.output<typeof listApiKeysQuery> },
) => {
  const rows = await context.inOrganization((tx) =>
    tx
      .selectFrom("api_keys")
      .selectAll()
      .$if(!query.include_archived, (keys) => keys.where("archived_at", "is", null))
      .orderBy("id", "desc")
      .execute(),
  );
  return rows.map(presentApiKey);
};
