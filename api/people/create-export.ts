import { findErasureUnderWay } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { insertExport } from "../../infra/postgres/privacy/person-exports.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import {
  personExportContract,
  personExportStartOptions,
} from "../../workflows/person-export/person-export.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { findAskedPerson } from "./find-asked-person.ts";
import { erasureUnderWay } from "./people.errors.ts";
import { presentExport } from "./people.presenter.ts";
import type { exportBody } from "./people.schemas.ts";

/**
 * Exports what is known of a person. The row is written first, with the person sealed; its workflow writes the file, and maintenance
 * starts it where a crash comes between them.
 */
export const createExport = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof exportBody }>,
) => {
  const { organizationId } = context.actor;
  const actor = formatActor(context.actor);
  const uuid = context.requestUuid();
  const row = await context.inOrganization(async (tx) => {
    const person = await findAskedPerson(tx, body);
    const { row: written, isNew } = await insertExport(tx, context.secrets, {
      organizationId,
      uuid,
      reason: body.reason,
      actor,
      person,
    });
    const erasure = isNew ? await findErasureUnderWay(tx, written) : undefined;
    if (erasure) throw erasureUnderWay(erasure.uuid);
    if (isNew)
      recordTimelineAtCommit(tx, {
        organizationId,
        kind: "system",
        actor,
        summary: "The data of a person was asked for",
        payload: { event: "person_export_begun", export_id: uuid },
      });
    return written;
  });
  await tryToStart(
    context,
    personExportContract.type,
    personExportStartOptions({ organizationId, exportUuid: row.uuid }),
  );
  return presentExport(row);
};
