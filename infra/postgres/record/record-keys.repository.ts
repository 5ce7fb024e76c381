import { sql } from "kysely";
import { KEYS_OVERLAP_DAYS } from "../../../domain/record/checkpoint.rules.ts";
import { createSigningKey, type SigningKey } from "../../record/note-signer.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { Database } from "../database.ts";
import type { RecordKey } from "./record-key.entity.ts";

/** What the private key is sealed for. */
export const buildRecordKeySealContext = (installation: string): string => `record-key:${installation}`;

/** The keys of the installation: all that have signed are kept, so that old checkpoints can be checked. */
export interface RecordKeys {
  installation: string;
  /** Those that sign now, the newest first. */
  signing: readonly SigningKey[];
  /** All of them, the oldest first. */
  published: readonly Pick<RecordKey, "public_key" | "signs_from" | "signs_until">[];
}

/** Reads the keys of the installation, and makes the first one where there is none. */
export const readRecordKeys = async (
  { withoutOrganization: db }: Pick<Database, "withoutOrganization">,
  secrets: SecretBox,
): Promise<RecordKeys> => {
  const known = await db.selectFrom("record_keys").selectAll().orderBy("id").execute();
  const rows = known.length > 0 ? known : await createFirstKey(db, secrets);
  const installation = rows[0]?.installation ?? "";
  const signing = rows
    .filter(({ signs_until: until }) => until === null || until > new Date())
    .map((row) => ({
      publicKey: row.public_key,
      privateKey: secrets.open(row.private_key_sealed, buildRecordKeySealContext(row.installation)),
    }));
  return { installation, signing: signing.toReversed(), published: rows };
};

/** Two processes that start at once make one key. */
const createFirstKey = (db: Database["withoutOrganization"], secrets: SecretBox): Promise<RecordKey[]> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('record-keys', 0))`.execute(tx);
    const known = await tx.selectFrom("record_keys").selectAll().orderBy("id").execute();
    if (known.length > 0) return known;
    return insertKey(tx, secrets, crypto.randomUUID());
  });

const insertKey = (db: Database["withoutOrganization"], secrets: SecretBox, installation: string) => {
  const { publicKey, privateKey } = createSigningKey();
  const sealed = secrets.seal(privateKey, buildRecordKeySealContext(installation));
  return db
    .insertInto("record_keys")
    .values({ installation, public_key: publicKey, private_key_sealed: sealed })
    .returningAll()
    .execute();
};

/** Makes a new key. The one before signs beside it for some days, so that verifiers learn of the new one in time. */
export const rotateRecordKey = async (
  database: Pick<Database, "withoutOrganization">,
  secrets: SecretBox,
): Promise<void> => {
  const { installation } = await readRecordKeys(database, secrets);
  await database.withoutOrganization.transaction().execute(async (tx) => {
    await tx
      .updateTable("record_keys")
      .set({ signs_until: sql<Date>`now() + make_interval(days => ${KEYS_OVERLAP_DAYS})` })
      .where("signs_until", "is", null)
      .execute();
    await insertKey(tx, secrets, installation);
  });
};
