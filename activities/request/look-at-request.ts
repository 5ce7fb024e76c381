import { sql } from "kysely";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  expireRequest,
  finishRequest,
  stepOfRequest,
  lockRequest,
  type LockedRequest,
} from "../../infra/postgres/request/request-progress.ts";
import type { RequestInput } from "../../workflows/request/request.contract.ts";
import type { RequestLook } from "../../workflows/request/request.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** What is to be done about a request next. Whether it came in time is decided by the row and the database's clock. */
export const lookAtRequest = (
  { database }: Pick<WorkerDependencies, "database">,
  { organizationId, requestId, withdrawn }: RequestInput & { withdrawn: boolean },
): Promise<RequestLook> =>
  database.inOrganization(organizationId, async (tx) => {
    const row = await lockRequest(tx, requestId);
    if (!row) return { step: "finish", secondsLeft: 0 };
    if (withdrawn && row.state === "open") return end(tx, row, { withdrawn });
    const step = stepOfRequest(row);
    if (step === "expire") return end(tx, row, { withdrawn: false });
    if (step === "finish") await finishRequest(tx, row.id);
    return { step, secondsLeft: row.seconds_left };
  });

/** From now on whoever asked is told that nobody has answered. */
const end = async (
  tx: OrganizationTransaction,
  row: LockedRequest,
  { withdrawn }: { withdrawn: boolean },
): Promise<RequestLook> => {
  if (withdrawn) {
    const now = sql<Date>`clock_timestamp()`;
    await tx.updateTable("requests").set({ expires_at: now }).where("id", "=", row.id).execute();
  }
  await expireRequest(tx, row);
  return { step: "tell", secondsLeft: 0 };
};
