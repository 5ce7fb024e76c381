import { createHash, randomBytes } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../organization-transaction.ts";
import type { Tables } from "../tables.ts";

/** The context for which the key of an organization's marks is sealed. */
export const buildMarkKeySealContext = (organizationId: number): string => `mark-key:org-${organizationId}`;

/** Keeps the opened keys of marks, by which erased people are known again, for as long as the process runs. */
export interface MarkKeys {
  /**
   * Returns the pads of an organization's key, as `person_mark` takes them, and makes the key where there is none. Null: no
   * configured key opens it, or it is lost; marks then fail, and nothing else does.
   */
  find(organizationId: number): Promise<Buffer | null>;
  /** Forgets a key that another has taken the place of. */
  forget(organizationId: number): void;
}

export type MarkSecrets = Pick<SecretBox, "seal" | "open">;

/**
 * Every organization has a key before anybody of it is erased, so that no process can miss the first erasure. A key is read and made
 * outside of transactions: one that is rolled back must leave nothing here.
 */
export const createMarkKeys = (db: Kysely<Tables>, secrets: MarkSecrets): MarkKeys => {
  const opened = new Map<number, Promise<Buffer | null>>();
  const forget = (organizationId: number) => void opened.delete(organizationId);
  return {
    forget,
    find: (organizationId) => {
      // Its transaction refuses it.
      if (!Number.isSafeInteger(organizationId)) return Promise.resolve(null);
      const known = opened.get(organizationId);
      if (known) return known;
      const reading = readKey(db, secrets, organizationId).then((pads) => {
        if (pads === null) forget(organizationId);
        return pads;
      });
      opened.set(organizationId, reading);
      reading.catch(() => forget(organizationId));
      return reading;
    },
  };
};

const MARK_KEY_BYTES = 32;

const readKey = async (db: Kysely<Tables>, secrets: MarkSecrets, organizationId: number): Promise<Buffer | null> => {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select platform_privacy_key(${organizationId}) as sealed`.execute(db);
  const sealed = rows[0]?.sealed ?? (await addKey(db, secrets, organizationId));
  try {
    return sealed && padKey(Buffer.from(secrets.open(sealed, buildMarkKeySealContext(organizationId)), "hex"));
  } catch {
    return null;
  }
};

/** Returns the one that another process has added where it was quicker; null: there is no such organization, or its key is lost. */
const addKey = async (db: Kysely<Tables>, secrets: MarkSecrets, organizationId: number): Promise<Buffer | null> => {
  const key = randomBytes(MARK_KEY_BYTES);
  const sealed = secrets.seal(key.toString("hex"), buildMarkKeySealContext(organizationId));
  const digest = createHash("sha256").update(padKey(key)).digest();
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select platform_add_privacy_key(${organizationId}, ${sealed}, ${digest}) as sealed`.execute(db);
  return rows[0]?.sealed ?? null;
};

const PAD_BYTES = 64;
const PADS = [0x36, 0x5c];

/** Returns the two pads of HMAC-SHA256, one behind the other. */
const padKey = (key: Buffer): Buffer => {
  const filled = Buffer.concat([key, Buffer.alloc(PAD_BYTES - key.length)]);
  return Buffer.concat(PADS.map((pad) => filled.map((byte) => byte ^ pad)));
};

/** The keys of transactions. They are bound to the statements that make marks, so that no other one carries a key. */
const handed = new WeakMap<OrganizationTransaction, Buffer>();

/** Wraps the work of a transaction, which then can make marks. */
export const handingOver =
  <T>(pads: Buffer | null, work: (tx: OrganizationTransaction) => Promise<T>) =>
  (tx: OrganizationTransaction): Promise<T> => {
    if (pads) handed.set(tx, pads);
    return work(tx);
  };

/** Hands the key of a transaction on to a part of it. */
export const handOn = (from: OrganizationTransaction, to: OrganizationTransaction): void => {
  const pads = handed.get(from);
  if (pads) handed.set(to, pads);
};

/** Which number or address, of which organization; values, or SQL. */
export interface MarkedPerson {
  organizationId: unknown;
  known: unknown;
}

/**
 * Writes what stands for a number or an address since its person was erased. The statement fails where marks of the organization cannot
 * be made: an erased number must not be called because of it. Null: there are no marks, and no key.
 */
export const markOf = (
  tx: OrganizationTransaction,
  { organizationId, known }: MarkedPerson,
): RawBuilder<string | null> =>
  sql<string | null>`person_mark(${organizationId}, ${known}, ${handed.get(tx) ?? null}::bytea)`;

/** Writes the marks of what a person is known by. */
export const marksOf = (
  tx: OrganizationTransaction,
  organizationId: number,
  known: readonly string[],
): RawBuilder<string[]> => {
  if (!handed.has(tx))
    throw new Error(
      `The key of organization ${organizationId}'s marks of erased people does not open: ` +
        "add the key that sealed it to ENCRYPTION_KEYS_FORMER",
    );
  return sql<string[]>`array(
    select ${markOf(tx, { organizationId, known: sql`known` })} from unnest(${[...known]}::text[]) known)`;
};

/** Tells whether marks could not be made; a key that was opened earlier may be another one's since. */
export const isMarkRefusal = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "RD001";
