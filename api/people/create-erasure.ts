import { findErasureUnderWay, insertErasure } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import {
  personErasureContract,
  personErasureStartOptions,
} from "../../workflows/person-erasure/person-erasure.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { findAskedPerson } from "./find-asked-person.ts";
import { erasureUnderWay } from "./people.errors.ts";
import { presentErasure } from "./people.presenter.ts";
import type { erasureBody } from "./people.schemas.ts";

/**
 * Erases a person. The row is written first, with the person sealed; its workflow does the rest, and maintenance starts it where a crash
 * comes between them.
 */
export const createErasure = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof erasureBody }>,
) => {
  const { organizationId } = context.actor;
  const actor = formatActor(context.actor);
  const uuid = context.requestUuid();
  const row = await context.inOrganization(async (tx) => {
    const person = await findAskedPerson(tx, body);
    const { erasure, isNew } = await insertErasure(tx, context.secrets, {
      organizationId,
      uuid,
      reason: body.reason,
      keepDoNotCall: body.keep_do_not_call,
      actor,
      person,
    });
    const other = isNew ? await findErasureUnderWay(tx, erasure) : undefined;
    if (other) throw erasureUnderWay(other.uuid);
    if (isNew)
      recordTimelineAtCommit(tx, {
        organizationId,
        kind: "system",
        actor,
        summary: "The erasure of a person was begun",
        payload: { event: "person_erasure_begun", erasure_id: uuid },
      });
    return erasure;
  });
  await tryToStart(
    context,
    personErasureContract.type,
    personErasureStartOptions({ organizationId, erasureUuid: row.uuid }),
  );
  return presentErasure(row);
};
