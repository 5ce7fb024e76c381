import type { OperationContext } from "../http/operation-context.ts";
import { writeSessionCookie } from "../http/session-cookie.ts";
import type { OpenedSession } from "./open-session.ts";

/** Sets the token as a cookie for a browser that asked for one, and then returns it nowhere else. */
export const setSessionCookie = (
  { config, setCookie }: OperationContext,
  session: OpenedSession,
  { cookie }: { cookie: boolean },
): OpenedSession => {
  if (!cookie) return session;
  setCookie(writeSessionCookie(config, session));
  return { ...session, token: "" };
};
