import { cancelExport as cancelRow, findExport } from "../../infra/postgres/privacy/person-exports.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { exportNotFound, exportNotUnderWay } from "./people.errors.ts";
import { presentExport } from "./people.presenter.ts";
import type { exportParams } from "./people.schemas.ts";

/** Cancels an export in its row, which its workflow looks at before each place: it ends and leaves no file. */
export const cancelExport = (context: OperationContext, { params }: OperationInput<{ params: typeof exportParams }>) =>
  context.inOrganization(async (tx) => {
    const canceled = await cancelRow(tx, params.export_id);
    if (!canceled) throw (await findExport(tx, params.export_id)) ? exportNotUnderWay() : exportNotFound();
    recordTimelineAtCommit(tx, {
      organizationId: context.actor.organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary: "The export of a person's data was canceled",
      payload: { event: "person_export_canceled", export_id: canceled.uuid },
    });
    return presentExport(canceled);
  });
