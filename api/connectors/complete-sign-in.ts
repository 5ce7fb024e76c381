import { findClient } from "../../application/connector/connector-token.ts";
import { exchangeCode, readAccountLabel, SignInRefusedError } from "../../application/connector/oauth-requests.ts";
import { findSignInTarget } from "../../application/connector/sign-in-target.ts";
import type { SignInTarget } from "../../domain/connector/connector.ts";
import { isWithinResource } from "../../domain/tool/mcp-resource.ts";
import { findMember } from "../../infra/postgres/access/members.repository.ts";
import { connectAccount, storeTokens } from "../../infra/postgres/connector/connector-account.repository.ts";
import type { OAuthClient } from "../../infra/postgres/connector/connector-client.repository.ts";
import type { ConnectorSignIn } from "../../infra/postgres/connector/connector-sign-in.entity.ts";
import { findSignIn, mayStillConnect, useSignIn } from "../../infra/postgres/connector/connector-sign-in.repository.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { lockTool } from "../../infra/postgres/tool/tool.repository.ts";
import type { OperationInput, WithRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { RawAnswer } from "../http/raw-answer.ts";
import type { callbackQuery } from "./connectors.schemas.ts";
import { NO_LONGER_ALLOWED, NOT_CONFIGURED, UNKNOWN } from "./find-unconfirmed-sign-in.ts";
import { renderSignInPage } from "./sign-in-page.ts";
import { buildRedirectUri, isSameBrowser, readState } from "./sign-in-state.ts";

type Input = OperationInput<{ query: typeof callbackQuery }> & WithRequest;

interface Begun {
  signIn: ConnectorSignIn;
  app: SignInTarget;
  client: OAuthClient;
  verifier: string;
}

/** Completes a sign-in when a person comes back from an app. The sign-in is used up, whatever the result. */
export const completeSignIn = async (context: OperationContext, input: Input): Promise<RawAnswer> => {
  const begun = await takeSignIn(context, input);
  if (typeof begun === "string") return refused(context, "Nothing was connected", begun);
  const { app } = begun;
  const { code, error } = input.query;
  if (code === undefined) {
    const why = error === "access_denied" ? "You, or the app, did not consent" : "The app sent no code";
    return refused(context, `${app.name} was not connected`, `${why}. Begin again where you came from.`);
  }
  try {
    const label = await connect(context, begun, code);
    const tools = app.account === null ? "the tool that you began with" : "tools of the category connector";
    const sentence = `Agents can act there as ${label} now, by ${tools}. You can close this window.`;
    return renderSignInPage(context, { status: 200, title: `${app.name} is connected`, sentence });
  } catch (problem) {
    if (!(problem instanceof SignInRefusedError)) throw problem;
    return refused(context, `${app.name} was not connected`, `${problem.message}. Begin again where you came from.`);
  }
};

const refused = (context: OperationContext, title: string, sentence: string): RawAnswer =>
  renderSignInPage(context, { status: 400, title, sentence });

const ANOTHER_BROWSER = (address: string) =>
  `This sign-in was begun in another browser, or at another address than ${address}. Begin again there.`;
const ANOTHER_SERVER = (name: string) =>
  `You were not sent back by the authorization server of ${name}, where this sign-in was begun. Begin again.`;
/** Returns the sign-in, or a sentence that says why it is not valid. */
const takeSignIn = async (context: OperationContext, { query, request }: Input): Promise<Begun | string> => {
  const known = query.state === undefined ? null : readState(context, query.state);
  if (!known) return UNKNOWN;
  const { organizationId, uuid } = known;
  return context.database.inOrganization(organizationId, async (tx) => {
    const signIn = await findSignIn(tx, uuid);
    if (!signIn) return UNKNOWN;
    if (!isSameBrowser(context, { browserHash: signIn.browser_hash, headers: request.headers }))
      return ANOTHER_BROWSER(new URL(buildRedirectUri(context.config)).origin);
    if (!(await mayStillConnect(tx, signIn))) return NO_LONGER_ALLOWED;
    const app = await findSignInTarget(context.connectors, tx, signIn.slug);
    const client = app && (await findClient(context, tx, { organizationId, slug: app.slug }));
    if (!app || !client) return NOT_CONFIGURED;
    if (query.iss !== undefined && app.issuer !== undefined && query.iss !== app.issuer)
      return ANOTHER_SERVER(app.name);
    const verifier = await useSignIn(tx, uuid, context.secrets);
    return verifier === undefined ? UNKNOWN : { signIn, app, client, verifier };
  });
};

/** Connects the account; returns the label by which people know it. Throws `SignInRefusedError`. */
const connect = async (
  context: OperationContext,
  { signIn, app, client, verifier }: Begun,
  code: string,
): Promise<string> => {
  const { guardedRequests, secrets, clock, config, database } = context;
  const of = { app, client, guardedRequests };
  const now = clock.now();
  const { scopes, ...tokens } = await exchangeCode(of, { code, verifier, redirectUri: buildRedirectUri(config), now });
  const { account: whose } = app;
  const told =
    whose && (await readAccountLabel({ app: { ...app, account: whose }, guardedRequests }, tokens.accessToken));
  const { organization_id: organizationId, user_id: userId, actor } = signIn;
  return database.withEntities(organizationId, async (em, tx) => {
    const { clientId } = client;
    const label = told ?? (await findMember(tx, userId))?.email ?? actor;
    const account = await connectAccount(tx, { organizationId, slug: app.slug, label, clientId, scopes, userId });
    await storeTokens(tx, account, { ...tokens, secrets });
    recordTimelineAtCommit(tx, {
      organizationId,
      kind: "system",
      actor,
      summary: `${app.name} is connected as ${label}`,
      payload: { connector: app.slug, account_id: account.id, status: "connected" },
    });
    if (signIn.tool_uuid && app.resource) await letToolAct(em, signIn.tool_uuid, { app, accountId: account.id });
    return label;
  });
};

/**
 * Sets the account on the tool that the sign-in was begun with, unless the tool was given another server or a credential meanwhile.
 */
const letToolAct = async (
  em: Entities,
  toolUuid: string,
  { app, accountId }: { app: SignInTarget; accountId: number },
): Promise<void> => {
  const tool = await lockTool(em, toolUuid);
  if (tool?.definition.type !== "mcp") return;
  const { definition } = tool;
  const { url, credential_uuid } = definition.config;
  if (credential_uuid !== null || !isWithinResource(url, app.resource ?? "")) return;
  await em.change(tool, { definition: { ...definition, config: { ...definition.config, account_id: accountId } } });
};
