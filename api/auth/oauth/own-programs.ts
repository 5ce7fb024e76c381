import { ApiKey } from "../../../infra/postgres/access/api-key.entity.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { presentApiKey } from "../../api-keys/api-keys.presenter.ts";
import type { apiKeyParams } from "../../api-keys/api-keys.schemas.ts";
import { notFound } from "../../http/http-error.ts";
import type { OperationInput } from "../../http/operation.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";
import { requirePerson } from "../require-person.ts";

/** Lists the programs that the person has let in and not stopped, newest first. */
export const listOwnPrograms = async (context: OperationContext) => {
  const { userId } = requirePerson(context);
  const rows = await context.withEntities((em) =>
    em.find(ApiKey, { created_by: userId, archived_at: null, client_name: { $ne: null } }, { orderBy: { id: "desc" } }),
  );
  return { programs: rows.map((row) => presentApiKey(row, context.clock.now())) };
};

/** Stops a program that the person has let in; repeating changes nothing. */
export const endOwnProgram = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof apiKeyParams }>,
) => {
  const { userId } = requirePerson(context);
  return context.withEntities(async (em, tx) => {
    const key = await em.lockOne(ApiKey, { id: params.api_key_id, created_by: userId, client_name: { $ne: null } });
    if (!key) throw notFound("Program");
    if (key.archived_at !== null) return presentApiKey(key, context.clock.now());
    await em.change(key, { archived_at: context.clock.now() });
    recordTimelineAtCommit(tx, {
      organizationId: key.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `${key.name} (${key.key_prefix}…) was stopped`,
    });
    return presentApiKey(key, context.clock.now());
  });
};
