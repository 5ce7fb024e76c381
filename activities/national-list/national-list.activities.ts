import { deleteFormerNumbers } from "../../infra/postgres/contact/national-number.repository.ts";
import type { NationalListActivities } from "../../workflows/national-list/national-list.ports.ts";
import { createFileQueue } from "../file-queue.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { loadNationalList, type NationalListDependencies } from "./load-national-list.ts";
import { settleNationalList } from "./settle-national-list.ts";

export const createNationalListActivities = (
  deps: NationalListDependencies,
  files = createFileQueue(),
): NationalListActivities => ({
  loadNationalList: (input) =>
    files.run(input.organizationId, () => withHeartbeat(() => loadNationalList(deps, input))),
  settleNationalList: (input) => withHeartbeat(() => settleNationalList(deps, input)),
  dropFormerNumbers: ({ organizationId }) =>
    withHeartbeat(async () => {
      while (await deps.database.inOrganization(organizationId, deleteFormerNumbers));
    }),
});
