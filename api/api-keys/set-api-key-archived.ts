import type { z } from "zod";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { notFound } from "../http/http-error.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { presentApiKey } from "./api-keys.presenter.ts";
import type { apiKeyParams } from "./api-keys.schemas.ts";

/** Archives (it answers 401 from the next request on) or reactivates a key; repeating changes nothing. */
export const setApiKeyArchived =
  (archived: boolean) =>
  (context: OperationContext, { params }: { params: z.output<typeof apiKeyParams> }) =>
    context.inOrganization(async (tx) => {
      const key = await tx
        .selectFrom("api_keys")
        .selectAll()
        .where("id", "=", params.api_key_id)
        .forUpdate()
        .executeTakeFirst();
      if (!key) throw notFound("API key");
      if ((key.archived_at !== null) === archived) return presentApiKey(key);
      const row = await tx
        .updateTable("api_keys")
        .set({ archived_at: archived ? context.clock.now() : null })
        .where("id", "=", key.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordTimeline(tx, {
        organizationId: row.organization_id,
        kind: "system",
        actor: actorName(context.actor),
        summary: `API key ${row.name} (${row.key_prefix}…) was ${archived ? "archived" : "reactivated"}`,
      });
      return presentApiKey(row);
    });
