import type { z } from "zod";
import { lockCredential } from "../../infra/postgres/credential/credential.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { credentialNotFound } from "./credentials.errors.ts";
import type { credentialParams } from "./credentials.schemas.ts";

/**
 * Deletes the value at once, even where tools still name it, because the removal of a leaked key must not be delayed.
 */
export const deleteCredential = (
  context: OperationContext,
  { params }: { params: z.output<typeof credentialParams> },
) =>
  context.withEntities(async (em, tx) => {
    const row = await lockCredential(em, params.credential_uuid);
    if (!row) throw credentialNotFound();
    await em.remove(row);
    await recordTimeline(tx, {
      organizationId: row.organization_id,
      kind: "system",
      actor: actorName(context.actor),
      summary: `Credential ${row.name} was removed`,
      payload: { credential_uuid: row.uuid },
    });
    return { status: "deleted" as const, uuid: row.uuid };
  });
