import type { Run } from "../../infra/postgres/call/call-run.repository.ts";
import { markAnswered } from "../../infra/postgres/call/inbound-calls.repository.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

/** Somebody talks with the agent from here on: words come that are to be kept. */
export const markAnsweredCall = ({ database }: Pick<ApiDependencies, "database">, run: Run): Promise<void> =>
  database.inOrganization(run.organization_id, (tx) => markAnswered(tx, run));
