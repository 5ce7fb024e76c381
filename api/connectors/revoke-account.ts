import { findClient } from "../../application/connector/connector-token.ts";
import { revokeToken } from "../../application/connector/oauth-requests.ts";
import { findSignInTarget } from "../../application/connector/sign-in-target.ts";
import { isRevoked } from "../../domain/connector/account-status.ts";
import {
  endAccount,
  findAccount,
  lockAccount,
  openTokens,
} from "../../infra/postgres/connector/connector-account.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { accountNotFound } from "./connectors.errors.ts";
import { presentAccount } from "./connectors.presenter.ts";
import type { accountParams } from "./connectors.schemas.ts";

/** Revokes an account for the agents at once, and at the app. Repeating it changes nothing and notifies nobody. */
export const revokeAccount = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof accountParams }>,
) => {
  const { row, goodbye } = await context.inOrganization((tx) => revoke(context, tx, params.account_id));
  await goodbye();
  return presentAccount(row);
};

const revoke = async (context: OperationContext, tx: OrganizationTransaction, id: number) => {
  const account = await lockAccount(tx, id);
  if (!account) throw accountNotFound();
  if (isRevoked(account)) return { row: account, goodbye: () => Promise.resolve() };
  const { organization_id: organizationId, slug, account_label } = account;
  const app = await findSignInTarget(context.connectors, tx, slug);
  const client = app && (await findClient(context, tx, { organizationId, slug }));
  const tokens = openTokens(account, context.secrets);
  const reason = `${app?.name ?? slug} was disconnected from ${account_label}`;
  await endAccount(tx, account, { status: "revoked", reason, actor: formatActor(context.actor), summary: reason });
  const row = await findAccount(tx, id);
  if (!row) throw accountNotFound();
  const goodbye = async () => {
    if (app && client && tokens) {
      await revokeToken(
        { app, client, guardedRequests: context.guardedRequests },
        tokens.refreshToken ?? tokens.accessToken,
      );
    }
  };
  return { row, goodbye };
};
