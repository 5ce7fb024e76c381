import type { z } from "zod";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { credentialNotFound } from "./credentials.errors.ts";
import type { credentialParams } from "./credentials.schemas.ts";

/** Forgets the value at once, also where tools still name it: whoever removes a key that leaked must not be held up. */
export const deleteCredential = (
  context: OperationContext,
  { params }: { params: z.output<typeof credentialParams> },
) =>
  context.inOrganization(async (tx) => {
    const row = await tx
      .deleteFrom("credentials")
      .where("uuid", "=", params.credential_uuid)
      .returning(["uuid", "name", "organization_id"])
      .executeTakeFirst();
    if (!row) throw credentialNotFound();
    await recordTimeline(tx, {
      organizationId: row.organization_id,
      kind: "system",
      actor: actorName(context.actor),
      summary: `Credential ${row.name} was removed`,
      payload: { credential_uuid: row.uuid },
    });
    return { status: "deleted" as const, uuid: row.uuid };
  });
