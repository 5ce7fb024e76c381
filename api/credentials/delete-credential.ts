import { lockCredential } from "../../infra/postgres/credential/credential.repository.ts";
import { readCredentialUsers } from "../../infra/postgres/credential/credential-users.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { credentialInUse, credentialNotFound } from "./credentials.errors.ts";
import type { credentialParams, deleteCredentialQuery } from "./credentials.schemas.ts";

type Input = OperationInput<{ params: typeof credentialParams; query: typeof deleteCredentialQuery }>;

/**
 * Deletes the value at once; with `force` also where something still names it, because the removal of a leaked key must
 * not be delayed.
 */
export const deleteCredential = (context: OperationContext, { params, query }: Input) =>
  context.withEntities(async (em, tx) => {
    const row = await lockCredential(em, params.credential_uuid);
    if (!row) throw credentialNotFound();
    requireOwnEnvironment(context.actor, row, "credential");
    const users = query.force ? [] : ((await readCredentialUsers(tx, row.uuid)).get(row.uuid) ?? []);
    if (users.length > 0) throw credentialInUse(users);
    await em.remove(row);
    recordTimelineAtCommit(tx, {
      organizationId: row.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Credential ${row.name} was removed`,
      payload: { credential_uuid: row.uuid },
    });
    return { status: "deleted" as const, uuid: row.uuid };
  });
