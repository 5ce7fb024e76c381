import type { z } from "zod";
import type { CredentialRow } from "../../infra/postgres/credential/credential.entity.ts";
import { lockCredential, sealCredential } from "../../infra/postgres/credential/credential.repository.ts";
import { readCredentialUsers } from "../../infra/postgres/credential/credential-users.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { credentialNotFound } from "./credentials.errors.ts";
import { presentCredential } from "./credentials.presenter.ts";
import type { credentialParams, updateCredentialBody } from "./credentials.schemas.ts";
import { requireSoundCredential } from "./require-sound-credential.ts";

type Body = z.output<typeof updateCredentialBody>;

/** Renames a credential, or replaces its whole value, which the next request of a tool uses. */
export const updateCredential = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof credentialParams; body: typeof updateCredentialBody }>,
) =>
  context.withEntities(async (em, tx) => {
    const row = await lockCredential(em, params.credential_uuid);
    if (!row) throw credentialNotFound();
    requireOwnEnvironment(context.actor, row, "credential");
    const value = newValue(context, row, body);
    await em.change(row, {
      name: body.name,
      description: body.description,
      ...value,
      updated_at: context.clock.now(),
    });
    recordTimelineAtCommit(tx, {
      organizationId: row.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Credential ${row.name} was changed: ${value ? "its value" : "its description"}`,
      payload: { credential_uuid: row.uuid },
    });
    return presentCredential(row, (await readCredentialUsers(tx, row.uuid)).get(row.uuid));
  });

const newValue = (context: OperationContext, before: CredentialRow, body: Body) => {
  const type = body.credential_type ?? before.credential_type;
  if (body.credential_data) {
    const credential = requireSoundCredential(type, body.credential_data);
    return sealCredential(credential, { uuid: before.uuid, secrets: context.secrets });
  }
  if (type !== before.credential_type) {
    throw invalidField(
      ["credential_data"],
      `Another type needs its data; send credential_data of a ${type}`,
      "missing",
    );
  }
  return undefined;
};
