import { isConnected } from "../../domain/connector/account-status.ts";
import type { SignInTarget } from "../../domain/connector/connector.ts";
import { readTokenAge } from "../../domain/connector/token-refresh.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import type { Clock } from "../../infra/clock.ts";
import type { ConnectorRegistry } from "../../infra/connector/connector-registry.ts";
import type { GuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import type { ConnectorAccount } from "../../infra/postgres/connector/connector-account.entity.ts";
import {
  endAccount,
  findAccount,
  lockAccount,
  lockAccountIfFree,
  openTokens,
  storeTokens,
} from "../../infra/postgres/connector/connector-account.repository.ts";
import { type OAuthClient, readOwnClient } from "../../infra/postgres/connector/connector-client.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { refreshTokens, SignInRefusedError } from "./oauth-requests.ts";
import { findSignInTarget } from "./sign-in-target.ts";

export interface ConnectorDependencies {
  database: Database;
  guardedRequests: GuardedRequests;
  secrets: SecretBox;
  clock: Clock;
  connectors: ConnectorRegistry;
}

export interface AccountId {
  organizationId: number;
  accountId: number;
}

/**
 * Returns the access token of a connected account and refreshes it before it ends: once, under a lock of its row,
 * however many workers ask. `refused`: a token that the app has just refused, which is not returned again. Throws
 * `ToolFault` with a sentence for the agent.
 */
export const readAccessToken = async (
  deps: ConnectorDependencies,
  id: AccountId,
  { refused }: { refused?: string } = {},
): Promise<string> => {
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(id.organizationId, work);
  const found = await inside(async (tx) => connected(deps, tx, await findAccount(tx, id.accountId)));
  const token = usableToken(deps, found, refused);
  if (token?.isFresh) return token.value;
  const renewed = await inside(async (tx): Promise<string | ToolFault> => {
    // A worker whose token is still valid does not wait for the worker that refreshes it.
    const row = await (token ? lockAccountIfFree : lockAccount)(tx, id.accountId);
    if (!row && token) return token.value;
    const account = await connected(deps, tx, row);
    const now = usableToken(deps, account, refused);
    return now?.isFresh ? now.value : renew(deps, tx, { account, stillGood: now?.value ?? null });
  });
  // Thrown after the transaction, which has stored the account's new state.
  if (renewed instanceof ToolFault) throw renewed;
  return renewed;
};

/** Marks an account whose app refuses a new token: only a person can repair that. */
export const expireAccount = ({ database, connectors }: ConnectorDependencies, id: AccountId, reason: string) =>
  database.inOrganization(id.organizationId, async (tx) => {
    const account = await lockAccount(tx, id.accountId);
    if (!account || !isConnected(account)) return;
    await expire(tx, { account, app: await findSignInTarget(connectors, tx, account.slug), reason });
  });

/** Returns the organization's own client of an app, else the operator's. */
export const findClient = async (
  { connectors, secrets }: Pick<ConnectorDependencies, "connectors" | "secrets">,
  tx: OrganizationTransaction,
  { organizationId, slug }: { organizationId: number; slug: string },
): Promise<OAuthClient | null> =>
  (await readOwnClient(tx, { organizationId, slug, secrets })) ?? connectors.clientOf(slug);

/** Builds the fault for an account that nobody is signed in to. */
export const createSignedOutFault = (account: ConnectorAccount, app: SignInTarget | undefined): ToolFault =>
  new ToolFault(
    `The tool was not used: the sign-in to ${app?.name ?? account.slug} as ${account.account_label} has ended. ` +
      "Your colleagues see that they have to sign in again. Tell the person that this cannot be done right now, and do not try it again in this conversation.",
  );

interface Connected {
  account: ConnectorAccount;
  app: SignInTarget;
}

const connected = async (
  { connectors }: ConnectorDependencies,
  tx: OrganizationTransaction,
  account: ConnectorAccount | undefined,
): Promise<Connected> => {
  if (!account) throw new ToolFault("The tool was not used: its account is no longer connected.");
  const app = await findSignInTarget(connectors, tx, account.slug);
  if (!isConnected(account)) throw createSignedOutFault(account, app);
  if (!app) throw new ToolFault(`The tool was not used: ${account.slug} is no longer configured.`);
  return { account, app };
};

const usableToken = (
  { secrets, clock }: ConnectorDependencies,
  { account }: Connected,
  refused: string | undefined,
): { value: string; isFresh: boolean } | null => {
  const value = openTokens(account, secrets)?.accessToken;
  if (value === undefined || value === refused) return null;
  const age = readTokenAge(account.token_expires_at, clock.now());
  return age === "unusable" ? null : { value, isFresh: age === "fresh" };
};

/**
 * Refreshes the tokens; the caller has locked the row. The new tokens are stored before anybody uses one, because the
 * old refresh token may have ended.
 */
const renew = async (
  deps: ConnectorDependencies,
  tx: OrganizationTransaction,
  { account: { account, app }, stillGood }: { account: Connected; stillGood: string | null },
): Promise<string | ToolFault> => {
  const giveUp = async (reason: string): Promise<ToolFault> => {
    await expire(tx, { account, app, reason });
    return createSignedOutFault(account, app);
  };
  const refreshToken = openTokens(account, deps.secrets)?.refreshToken;
  if (!refreshToken) return stillGood ?? giveUp(`${app.name} has ended the token and gave none to refresh it with`);
  const { organization_id: organizationId, slug } = account;
  const client = await findClient(deps, tx, { organizationId, slug });
  if (!client) return stillGood ?? new ToolFault(`The tool was not used: ${app.name} is no longer configured.`);
  if (client.clientId !== account.client_id) return stillGood ?? giveUp("It was signed in to with another client");
  try {
    const tokens = await refreshTokens(
      { app, client, guardedRequests: deps.guardedRequests },
      { refreshToken, now: deps.clock.now() },
    );
    await storeTokens(tx, account, { ...tokens, secrets: deps.secrets });
    return tokens.accessToken;
  } catch (error) {
    if (!(error instanceof SignInRefusedError)) throw error;
    if (error.isSignedOut) return giveUp(error.message);
    return stillGood ?? new ToolFault(`The tool was not used. ${error.message}. It may work again in a few minutes.`);
  }
};

const expire = (
  tx: OrganizationTransaction,
  { account, app, reason }: { account: ConnectorAccount; app: SignInTarget | undefined; reason: string },
): Promise<void> =>
  endAccount(tx, account, {
    status: "expired",
    reason,
    actor: "system",
    summary: `Somebody has to sign in to ${app?.name ?? account.slug} again as ${account.account_label}: ${reason}`,
  });
