import { badRequest } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { writeRemovedSessionCookie } from "../http/session-cookie.ts";

/** Revokes this session on every API process. */
export const logOut = async (context: OperationContext) => {
  const { credential } = context.actor;
  if (credential.kind !== "session") {
    throw badRequest("no_session", "An API key has no session to end; archive the key instead");
  }
  context.setCookie(writeRemovedSessionCookie(context.config));
  await context.inOrganization((tx) =>
    tx.updateTable("sessions").set({ revoked_at: context.clock.now() }).where("id", "=", credential.id).execute(),
  );
  return { status: "logged_out" as const };
};
