import { sealCredential } from "../../infra/postgres/credential/credential.repository.ts";
import { insertRow } from "../../infra/postgres/insert-row.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { insertWithinQuota } from "../require-quota.ts";
import { presentCredential } from "./credentials.presenter.ts";
import type { createCredentialBody } from "./credentials.schemas.ts";
import { requireSoundCredential } from "./require-sound-credential.ts";

export const createCredential = (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof createCredentialBody }>,
) => {
  const credential = requireSoundCredential(body.credential_type, body.credential_data);
  const { organizationId, environment, userId } = context.actor;
  const uuid = context.ids.uuid();
  return context.inOrganization(async (tx) => {
    const row = await insertWithinQuota(context, tx, {
      kind: "credentials",
      insert: (tx) =>
        insertRow(tx, "credentials", {
          organization_id: organizationId,
          environment,
          uuid,
          name: body.name,
          description: body.description ?? null,
          created_by: userId,
          ...sealCredential(credential, { uuid, secrets: context.secrets }),
        }),
    });
    const summary = `Credential ${row.name} was stored`;
    recordTimelineAtCommit(tx, {
      organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary,
      payload: { credential_uuid: uuid },
    });
    const answer = presentCredential(row);
    context.keepAnswer(tx, answer);
    return answer;
  });
};
