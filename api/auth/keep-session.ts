import type { OperationContext } from "../http/operation-context.ts";
import { sessionCookie } from "../http/session-cookie.ts";
import type { OpenedSession } from "./open-session.ts";

/** Hands the token to a browser in a cookie when it asked for one, and then nowhere else. */
export const keepSession = (
  { config, setCookie }: OperationContext,
  session: OpenedSession,
  { cookie }: { cookie: boolean },
): OpenedSession => {
  if (!cookie) return session;
  setCookie(sessionCookie(config, session));
  return { ...session, token: "" };
};
