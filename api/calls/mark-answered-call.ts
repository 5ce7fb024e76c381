import type { Detection } from "../../domain/answerer/answered-by.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { TRANSFER_MODE } from "../../infra/postgres/call/call-transfers.repository.ts";
import { markAnswered, noteGreeted } from "../../infra/postgres/call/run-transitions.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

/** Marks the call as answered: from here on its words are stored. Those to a person who is to take a caller are not. */
export const markAnsweredCall = (
  { database }: Pick<ApiDependencies, "database">,
  run: CallRun,
  answeredBy: Detection | null = null,
): Promise<void> =>
  database.inOrganization(run.organization_id, (tx) =>
    run.mode === TRANSFER_MODE ? noteGreeted(tx, run) : markAnswered(tx, run, answeredBy),
  );
