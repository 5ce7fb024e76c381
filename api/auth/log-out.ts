import { buildSessionLogOutSealContext } from "../../infra/postgres/access/identity-provider.repository.ts";
import { badRequest } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { writeRemovedSessionCookie } from "../http/session-cookie.ts";

/** Revokes this session on every API process, and says where it ends at the identity provider too. */
export const logOut = async (context: OperationContext) => {
  const { credential } = context.actor;
  if (credential.kind !== "session") {
    throw badRequest("no_session", "An API key has no session to end; archive the key instead");
  }
  context.setCookie(writeRemovedSessionCookie(context.config));
  const sessions = await context.inOrganization(async (tx) => {
    const ended = await tx
      .selectFrom("sessions")
      .select(["token_hash", "provider_log_out_sealed"])
      .where("id", "=", credential.id)
      .execute();
    await tx
      .updateTable("sessions")
      .set({ revoked_at: context.clock.now(), provider_log_out_sealed: null })
      .where("id", "=", credential.id)
      .execute();
    return ended;
  });
  const [logOutUrl = null] = sessions.map(({ token_hash: hash, provider_log_out_sealed: sealed }) =>
    sealed === null ? null : context.secrets.open(sealed, buildSessionLogOutSealContext(hash)),
  );
  return { status: "logged_out" as const, log_out_url: logOutUrl };
};
