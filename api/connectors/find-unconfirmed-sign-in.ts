import { findClient } from "../../application/connector/connector-token.ts";
import { findSignInTarget } from "../../application/connector/sign-in-target.ts";
import type { SignInTarget } from "../../domain/connector/connector.ts";
import { findMember, readOrganizationName } from "../../infra/postgres/access/members.repository.ts";
import type { OAuthClient } from "../../infra/postgres/connector/connector-client.repository.ts";
import type { ConnectorSignIn } from "../../infra/postgres/connector/connector-sign-in.entity.ts";
import { findSignIn, mayStillConnect } from "../../infra/postgres/connector/connector-sign-in.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { readState } from "./sign-in-state.ts";

/** A sign-in that a program began and no person has confirmed yet. */
interface Unconfirmed {
  signIn: ConnectorSignIn;
  app: SignInTarget;
  client: OAuthClient;
  organization: string;
  /** The e-mail address of the member for whom the program acts. */
  asker: string;
}

export const UNKNOWN = "This sign-in is unknown, has ended, or took longer than ten minutes. Begin again.";
export const NO_LONGER_ALLOWED =
  "The person who began this sign-in may no longer connect apps. An admin has to begin it.";
export const NOT_CONFIGURED = "The app is no longer configured.";
const BEGUN_ELSEWHERE = "This sign-in goes on in another browser. Begin again.";

/** Returns the sign-in, or a sentence that says why it cannot be confirmed. */
export const findUnconfirmedSignIn = async (
  context: OperationContext,
  state: string,
): Promise<Unconfirmed | string> => {
  const known = readState(context, state);
  if (!known) return UNKNOWN;
  const { organizationId, uuid } = known;
  return context.database.inOrganization(organizationId, async (tx) => {
    const signIn = await findSignIn(tx, uuid);
    if (!signIn) return UNKNOWN;
    if (signIn.browser_hash !== null) return BEGUN_ELSEWHERE;
    if (!(await mayStillConnect(tx, signIn))) return NO_LONGER_ALLOWED;
    const app = await findSignInTarget(context.connectors, tx, signIn.slug);
    const client = app && (await findClient(context, tx, { organizationId, slug: app.slug }));
    const member = await findMember(tx, signIn.user_id);
    if (!app || !client || !member) return NOT_CONFIGURED;
    return { signIn, app, client, organization: await readOrganizationName(tx), asker: member.email };
  });
};
