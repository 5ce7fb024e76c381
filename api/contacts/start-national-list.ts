import type { Client } from "@temporalio/client";
import type { NationalList } from "../../infra/postgres/contact/national-list.entity.ts";
import { startOncePromptly } from "../../infra/temporal/start-workflow.ts";
import {
  buildNationalListInput,
  nationalListContract,
  nationalListStartOptions,
} from "../../workflows/national-list/national-list.contract.ts";

/** Starts the workflow that loads a list or removes its numbers; a running one continues. */
export const startNationalList = async (temporal: Client, list: NationalList): Promise<void> => {
  const options = nationalListStartOptions(buildNationalListInput(list), list.source);
  await startOncePromptly(temporal, nationalListContract.type, options);
};
