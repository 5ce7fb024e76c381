import type { NewAct } from "../../infra/postgres/audit/acts.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";

export type LogInAct = "logged_in" | "log_in_failed" | "password_changed";

/** Describes for the audit what somebody without credentials does with an account. */
export const describeLogIn = (
  { ids, address, userAgent }: OperationContext,
  account: { organizationId: number; userId: number },
  kind: LogInAct,
): NewAct => ({
  organizationId: account.organizationId,
  uuid: ids.uuid(),
  kind,
  actor: kind === "log_in_failed" ? "unknown" : `user:${account.userId}`,
  userId: account.userId,
  operation: null,
  subject: {},
  address,
  userAgent,
});
