import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { Passkey } from "./passkey.entity.ts";
import type { SecondFactorChallenge } from "./second-factor-challenge.entity.ts";

/** A transaction that reaches the rows of one person. */
export type PersonTransaction = Kysely<Tables>;

/** Runs `work` in a transaction that sees and writes only what belongs to the person; rolled back when it throws. */
export const ofPerson = <T>(
  { withoutOrganization }: Database,
  userId: number,
  work: (tx: PersonTransaction) => Promise<T>,
): Promise<T> =>
  withoutOrganization.transaction().execute(async (tx) => {
    await sql`select set_config('app.person_id', ${String(userId)}, true)`.execute(tx);
    return work(tx);
  });

export const buildAuthenticatorSealContext = (userId: number): string => `authenticator:${userId}`;

export interface SecondFactor {
  hasApp: boolean;
  passkeys: Passkey[];
  recoveryCodesLeft: number;
}

export const hasSecondFactor = ({ hasApp, passkeys }: SecondFactor): boolean => hasApp || passkeys.length > 0;

export const readSecondFactor = async (tx: PersonTransaction): Promise<SecondFactor> => {
  const app = await findAuthenticator(tx);
  const passkeys = await tx.selectFrom("passkeys").selectAll().orderBy("id").execute();
  const { left } = await tx
    .selectFrom("recovery_codes")
    .select(sql<number>`count(*)`.as("left"))
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return { hasApp: app?.confirmed_at != null, passkeys, recoveryCodesLeft: left };
};

export const findAuthenticator = (tx: PersonTransaction) =>
  tx.selectFrom("authenticators").selectAll().executeTakeFirst();

/** Keeps the secret of an app that has not shown a code yet, instead of an earlier such one; false: there is a confirmed one. */
export const keepAuthenticator = async (
  tx: PersonTransaction,
  { userId, sealed }: { userId: number; sealed: Buffer },
): Promise<boolean> => {
  const kept = await tx
    .insertInto("authenticators")
    .values({ user_id: userId, secret_sealed: sealed, last_step: 0 })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret_sealed: sealed, last_step: 0 })
        .where("authenticators.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return kept !== undefined;
};

/** Takes the code of a step once; false: a code of it or of a later one was given before. */
export const spendStep = async (tx: PersonTransaction, step: number): Promise<boolean> => {
  const spent = await tx
    .updateTable("authenticators")
    .set({ last_step: step })
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return spent !== undefined;
};

export const confirmAuthenticator = async (tx: PersonTransaction, at: Date): Promise<void> => {
  await tx.updateTable("authenticators").set({ confirmed_at: at }).execute();
};

export const removeAuthenticator = async (tx: PersonTransaction): Promise<boolean> => {
  const removed = await tx
    .deleteFrom("authenticators")
    .where("confirmed_at", "is not", null)
    .returning("user_id")
    .executeTakeFirst();
  return removed !== undefined;
};

type NewPasskey = Pick<Passkey, "user_id" | "credential_id" | "public_key" | "counter" | "transports" | "name">;

/** Throws PostgreSQL's unique violation on `passkeys_credential_id_key` for one that is known. */
export const addPasskey = async (tx: PersonTransaction, passkey: NewPasskey): Promise<void> => {
  await tx.insertInto("passkeys").values(passkey).execute();
};

export const noteUseOfPasskey = async (
  tx: PersonTransaction,
  { id, counter, at }: { id: number; counter: number; at: Date },
): Promise<void> => {
  await tx.updateTable("passkeys").set({ counter, last_used_at: at }).where("id", "=", id).execute();
};

export const removePasskey = async (tx: PersonTransaction, id: number): Promise<boolean> => {
  const removed = await tx.deleteFrom("passkeys").where("id", "=", id).returning("id").executeTakeFirst();
  return removed !== undefined;
};

/** Codes are long and random, so that a plain hash protects them. */
const hashRecoveryCode = (code: string): Buffer => hash("sha256", code, "buffer");

/** Keeps new codes instead of all former ones. */
export const replaceRecoveryCodes = async (
  tx: PersonTransaction,
  { userId, codes }: { userId: number; codes: readonly string[] },
): Promise<void> => {
  await removeRecoveryCodes(tx);
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) })))
    .execute();
};

export const removeRecoveryCodes = async (tx: PersonTransaction): Promise<void> => {
  await tx.deleteFrom("recovery_codes").execute();
};

/** Takes a code once; false: it is unknown or was given before. */
export const spendRecoveryCode = async (tx: PersonTransaction, code: string, at: Date): Promise<boolean> => {
  const spent = await tx
    .updateTable("recovery_codes")
    .set({ used_at: at })
    .where("code_hash", "=", hashRecoveryCode(code))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return spent !== undefined;
};

/** Keeps what has to be answered, and removes what nobody has answered in time. */
export const makeChallenge = async (
  tx: PersonTransaction,
  { now, ...challenge }: SecondFactorChallenge & { now: Date },
): Promise<void> => {
  await tx.deleteFrom("second_factor_challenges").where("expires_at", "<=", now).execute();
  await tx.insertInto("second_factor_challenges").values(challenge).execute();
};

interface AskedChallenge {
  purpose: SecondFactorChallenge["purpose"];
  uuid: string;
  now: Date;
}

export const findChallenge = (
  tx: PersonTransaction,
  { purpose, uuid, now }: AskedChallenge,
): Promise<SecondFactorChallenge | undefined> =>
  tx
    .selectFrom("second_factor_challenges")
    .selectAll()
    .where("uuid", "=", uuid)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Takes a challenge away; of two who answer it at the same time, one is told true. */
export const spendChallenge = async (tx: PersonTransaction, uuid: string): Promise<boolean> => {
  const spent = await tx
    .deleteFrom("second_factor_challenges")
    .where("uuid", "=", uuid)
    .returning("uuid")
    .executeTakeFirst();
  return spent !== undefined;
};

/** Removes app, passkeys and codes of a person; false: they had none. */
export const removeSecondFactorOf = async (db: Kysely<Tables>, userId: number): Promise<boolean> => {
  const { rows } = await sql<{ removed: boolean }>`select auth_remove_second_factor(${userId}) as removed`.execute(db);
  return rows[0]?.removed === true;
};
