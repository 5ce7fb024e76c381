import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { markAnswered } from "../../infra/postgres/call/run-transitions.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

/** Marks the call as answered: from here on its words are stored. */
export const markAnsweredCall = ({ database }: Pick<ApiDependencies, "database">, run: CallRun): Promise<void> =>
  database.inOrganization(run.organization_id, (tx) => markAnswered(tx, run));
