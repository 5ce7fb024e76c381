import type { OperationContext } from "../http/operation-context.ts";
import { sessionCookie } from "../http/session-cookie.ts";
import type { OpenedSession } from "./open-session.ts";

/** Sets the token as a cookie for a browser that asked for one, and then returns it nowhere else. */
export const keepSession = (
  { config, setCookie }: OperationContext,
  session: OpenedSession,
  { cookie }: { cookie: boolean },
): OpenedSession => {
  if (!cookie) return session;
  setCookie(sessionCookie(config, session));
  return { ...session, token: "" };
};
