import type { Client } from "@temporalio/client";
import type { NationalList } from "../../infra/postgres/contact/national-list.entity.ts";
import { startOncePromptly } from "../../infra/temporal/start-workflow.ts";
import {
  nationalListContract,
  nationalListStartOptions,
} from "../../workflows/national-list/national-list.contract.ts";

/** Starts the workflow that loads a list, or removes the numbers of one; one that runs goes on. */
export const startNationalList = async (
  temporal: Client,
  { organization_id, id, source, state }: NationalList,
): Promise<void> => {
  const isRemoval = state === "removed";
  const input = { organizationId: organization_id, nationalListId: id, ...(isRemoval && { isRemoval }) };
  const options = nationalListStartOptions(input, `National do-not-call list ${source}${isRemoval ? ", removed" : ""}`);
  await startOncePromptly(temporal, nationalListContract.type, options);
};
