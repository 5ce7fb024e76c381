import { sql } from "kysely";
import { rolesFrom } from "../../../domain/access/member-role.rules.ts";
import { CONNECTING_ROLE, SIGN_IN_MINUTES, SIGN_INS_KEPT_HOURS } from "../../../domain/connector/sign-in.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { IS_KEY_IN_USE } from "../access/access.repository.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { ConnectorSignIn } from "./connector-sign-in.entity.ts";

interface Begun {
  organizationId: number;
  uuid: string;
  slug: string;
  verifier: string;
  browserHash: Buffer | null;
  /** The tool that uses the account afterwards. */
  toolUuid: string | null;
  actor: string;
  userId: number;
  sessionId: number | null;
  secrets: SecretBox;
}

/** Stores a new sign-in, and removes old ones. */
export const beginSignIn = async (
  tx: OrganizationTransaction,
  { organizationId, uuid, slug, verifier, browserHash, toolUuid, actor, userId, sessionId, secrets }: Begun,
): Promise<void> => {
  await tx
    .deleteFrom("connector_sign_ins")
    .where("expires_at", "<", sql<Date>`now() - make_interval(hours => ${SIGN_INS_KEPT_HOURS})`)
    .execute();
  await tx
    .insertInto("connector_sign_ins")
    .values({
      uuid,
      organization_id: organizationId,
      slug,
      verifier_sealed: secrets.seal(verifier, buildSignInSealContext(uuid)),
      browser_hash: browserHash,
      tool_uuid: toolUuid,
      actor,
      user_id: userId,
      session_id: sessionId,
      expires_at: sql<Date>`now() + make_interval(mins => ${SIGN_IN_MINUTES})`,
    })
    .execute();
};

/** Finds a sign-in that has not been used yet. */
export const findSignIn = (tx: OrganizationTransaction, uuid: string): Promise<ConnectorSignIn | undefined> =>
  tx
    .selectFrom("connector_sign_ins")
    .selectAll()
    .where("uuid", "=", uuid)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();

/** Binds a sign-in that a program began to the browser that confirms it; false: another one has it already. */
export const bindToBrowser = async (
  tx: OrganizationTransaction,
  { uuid, browserHash }: { uuid: string; browserHash: Buffer },
): Promise<boolean> => {
  const bound = await tx
    .updateTable("connector_sign_ins")
    .set({ browser_hash: browserHash })
    .where("uuid", "=", uuid)
    .where("browser_hash", "is", null)
    .where("used_at", "is", null)
    .returning("uuid")
    .executeTakeFirst();
  return bound !== undefined;
};

/** Returns the verifier of the code challenge. */
export const readVerifier = (secrets: SecretBox, { uuid, verifier_sealed }: ConnectorSignIn): string =>
  secrets.open(verifier_sealed, buildSignInSealContext(uuid));

/** Marks the sign-in as used, once; returns the verifier of the code challenge. */
export const useSignIn = async (
  tx: OrganizationTransaction,
  uuid: string,
  secrets: SecretBox,
): Promise<string | undefined> => {
  const row = await tx
    .updateTable("connector_sign_ins")
    .set({ used_at: sql<Date>`now()` })
    .where("uuid", "=", uuid)
    .where("used_at", "is", null)
    .returning("verifier_sealed")
    .executeTakeFirst();
  return row && secrets.open(row.verifier_sealed, buildSignInSealContext(uuid));
};

/**
 * Tells whether the person who began it may still connect accounts: they still have the role, and the session or the
 * key.
 */
export const mayStillConnect = async (
  tx: OrganizationTransaction,
  { actor, user_id, session_id }: Pick<ConnectorSignIn, "actor" | "user_id" | "session_id">,
): Promise<boolean> => {
  const member = await tx
    .selectFrom("memberships")
    .select("role")
    .where("user_id", "=", user_id)
    .where("role", "in", rolesFrom(CONNECTING_ROLE))
    .executeTakeFirst();
  if (!member) return false;
  if (session_id !== null) {
    const session = tx.selectFrom("sessions").select("id").where("id", "=", session_id).where("revoked_at", "is", null);
    return (await session.where("expires_at", ">", sql<Date>`now()`).executeTakeFirst()) !== undefined;
  }
  const id = Number(actor.replace("api_key:", ""));
  const key = tx.selectFrom("api_keys as k").select("k.id").where("k.id", "=", id).where(IS_KEY_IN_USE);
  return (await key.executeTakeFirst()) !== undefined;
};

/** Returns the context for which the verifier of a sign-in is sealed. */
export const buildSignInSealContext = (uuid: string): string => `connector-sign-in:${uuid}`;
