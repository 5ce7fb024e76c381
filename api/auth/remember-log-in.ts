import { rememberOrigin } from "../../infra/postgres/access/known-origins.repository.ts";
import type { OperationRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { identifyKnownBrowser, knownBrowser } from "./known-browser.ts";

interface LogIn {
  userId: number;
  request: OperationRequest;
  /** Whether a browser asked, which is then known by a cookie too. */
  cookie: boolean;
}

/** Remembers where a person has proved who they are: nobody's wrong passwords elsewhere keep them out there. */
export const rememberLogIn = async (
  { config, database, clock, address, setCookie }: OperationContext,
  { userId, request, cookie }: LogIn,
): Promise<void> => {
  const given = cookie ? knownBrowser.give(config, request.headers) : null;
  if (given) setCookie(given.cookie);
  const browser = given?.hash.toString("hex") ?? identifyKnownBrowser(config, request.headers);
  await rememberOrigin(database, { userId, place: { address, browser }, now: clock.now() });
};
