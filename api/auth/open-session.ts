import { randomBytes } from "node:crypto";
import { SESSION_GOOD_FOR_MS } from "../../domain/access/session.ts";
import type { Account } from "../../infra/postgres/access/access.repository.ts";
import {
  buildSessionLogOutSealContext,
  findIdentityProvider,
} from "../../infra/postgres/access/identity-provider.repository.ts";
import { insertAct } from "../../infra/postgres/audit/acts.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { hashToken } from "../http/authenticate.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { describeLogIn } from "./describe-log-in.ts";
import { providerNeeded } from "./provider/provider.errors.ts";

const TOKEN_BYTES = 32;

export interface OpenedSession {
  /** Only this answer has the token; the database has its hash. */
  token: string;
  expiresAt: Date;
}

/** How somebody has proved who they are. */
export interface HowProven {
  method: "password" | "provider";
  /** The provider's own name of its session; null: it names none. */
  providerSession: string | null;
  /** Where the session ends there too; null: it does not end there. */
  logOutUrl: string | null;
  /** Of the session that this one is opened out of, which it does not outlive. Absent: there is none. */
  endsBy?: Date;
}

const BY_PASSWORD: HowProven = { method: "password", providerSession: null, logOutUrl: null };

/** Every kind of log-in opens its session here, which the audit notes. */
export const openSession = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  account: Account,
  { method, providerSession, logOutUrl, endsBy }: HowProven = BY_PASSWORD,
): Promise<OpenedSession> => {
  if (method === "password" && account.role !== "owner" && (await findIdentityProvider(tx))?.is_required)
    throw providerNeeded();
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const tokenHash = hashToken(token);
  const goodUntil = new Date(context.clock.now().getTime() + SESSION_GOOD_FOR_MS);
  const expiresAt = endsBy && endsBy < goodUntil ? endsBy : goodUntil;
  await tx
    .insertInto("sessions")
    .values({
      organization_id: account.organizationId,
      user_id: account.userId,
      token_hash: tokenHash,
      expires_at: expiresAt,
      address: context.address,
      user_agent: context.userAgent,
      method,
      provider_session: providerSession,
      provider_log_out_sealed:
        logOutUrl === null ? null : context.secrets.seal(logOutUrl, buildSessionLogOutSealContext(tokenHash)),
    })
    .execute();
  await insertAct(tx, describeLogIn(context, account, "logged_in"));
  return { token, expiresAt };
};
