import type { Client } from "@temporalio/client";
import type { NationalList } from "../../infra/postgres/contact/national-list.entity.ts";
import { startOncePromptly } from "../../infra/temporal/start-workflow.ts";
import {
  nationalListContract,
  nationalListStartOptions,
} from "../../workflows/national-list/national-list.contract.ts";

/** Starts the workflow of a list, which does what its row says; one that runs goes on. */
export const startNationalList = async (temporal: Client, { organization_id, id, source }: NationalList) => {
  const options = nationalListStartOptions(
    { organizationId: organization_id, nationalListId: id },
    `National do-not-call list ${source}`,
  );
  await startOncePromptly(temporal, nationalListContract.type, options);
};
