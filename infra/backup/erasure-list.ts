import { createHmac, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { Person } from "../../domain/privacy/person.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import type { ResealedColumn } from "../postgres/sealed/reseal.ts";
import { readSealingKeyId, type SecretBox } from "../secrets/secret-box.ts";

/**
 * The list of erasures that a restore carries out again. It stands in the object store, where no backup of the database takes it back,
 * and names people by HMACs under a sealed key.
 */
export const ERASURE_LIST_FOLDER = "erasures/";
const FILE = /^erasures\/org-\d+\/[^/]+\.json$/;

const listedErasure = z.object({
  organization_id: z.number().int(),
  uuid: z.string(),
  erased_at: z.string(),
  keep_do_not_call: z.boolean(),
  key_sealed: z.string(),
  hmacs: z.array(z.string()),
});
export type ListedErasure = z.infer<typeof listedErasure>;

const LIST_KEY_BYTES = 32;

const buildKey = ({ organizationId, uuid }: { organizationId: number; uuid: string }): string =>
  `${ERASURE_LIST_FOLDER}org-${organizationId}/${uuid}.json`;

/** The context for which the key of a listed erasure is sealed. */
const buildListSealContext = (uuid: string): string => `erasure-list:${uuid}`;

const hmacOf = (key: Buffer, known: string): string => createHmac("sha256", key).update(known).digest("hex");

interface ErasureToList {
  organizationId: number;
  uuid: string;
  keepDoNotCall: boolean;
  at: Date;
  person: Pick<Person, "numbers" | "emails">;
}

/** Writes an erasure onto the list, or writes it anew. */
export const writeErasureList = async (
  { objectStore, secrets }: { objectStore: Pick<ObjectStore, "put">; secrets: SecretBox },
  { organizationId, uuid, keepDoNotCall, at, person }: ErasureToList,
): Promise<void> => {
  const key = randomBytes(LIST_KEY_BYTES);
  const listed: ListedErasure = {
    organization_id: organizationId,
    uuid,
    erased_at: at.toISOString(),
    keep_do_not_call: keepDoNotCall,
    key_sealed: secrets.seal(key.toString("base64"), buildListSealContext(uuid)).toString("base64"),
    hmacs: [...person.numbers, ...person.emails].map((known) => hmacOf(key, known)),
  };
  await objectStore.put(buildKey({ organizationId, uuid }), Buffer.from(JSON.stringify(listed)), "application/json");
};

/** An erasure of the list, and a way to tell whether somebody was the one who was erased. */
export interface KnownErasure {
  listed: ListedErasure;
  isOf(known: string): boolean;
}

/** A file of the list that could not be read, and why: such as that no configured key opens it. */
export interface UnreadErasure {
  objectKey: string;
  reason: string;
}

type ListStore = Pick<ObjectStore, "list" | "read">;

/** Reads the list. A file that cannot be read is named, and the others are read. */
export async function* readErasureList(
  objectStore: ListStore,
  secrets: SecretBox,
): AsyncGenerator<KnownErasure | UnreadErasure> {
  for await (const { key: objectKey } of objectStore.list(ERASURE_LIST_FOLDER)) {
    if (!FILE.test(objectKey)) continue;
    const file = await buffer(await objectStore.read(objectKey));
    yield openListed(file, objectKey, secrets);
  }
}

const openListed = (file: Buffer, objectKey: string, secrets: SecretBox): KnownErasure | UnreadErasure => {
  try {
    const listed = listedErasure.parse(JSON.parse(file.toString()));
    const sealed = Buffer.from(listed.key_sealed, "base64");
    const key = Buffer.from(secrets.open(sealed, buildListSealContext(listed.uuid)), "base64");
    const hmacs = new Set(listed.hmacs);
    return { listed, isOf: (known) => hmacs.has(hmacOf(key, known)) };
  } catch (error) {
    return { objectKey, reason: error instanceof Error ? error.message : String(error) };
  }
};

/** Seals the keys of the list again that an old key sealed; what no key opens is left, and counted by its key. */
export const resealErasureList = async (
  objectStore: ListStore & Pick<ObjectStore, "put">,
  secrets: SecretBox,
): Promise<ResealedColumn> => {
  const done: ResealedColumn = { column: `${ERASURE_LIST_FOLDER} in the object store`, resealed: 0, unopened: {} };
  for await (const { key: objectKey } of objectStore.list(ERASURE_LIST_FOLDER)) {
    if (!FILE.test(objectKey)) continue;
    const parsed = parseListed(await buffer(await objectStore.read(objectKey)));
    const keyId = parsed && readSealingKeyId(Buffer.from(parsed.key_sealed, "base64"));
    if (keyId === secrets.keyId) continue;
    const resealed = parsed && resealListed(parsed, secrets);
    if (resealed) {
      await objectStore.put(objectKey, Buffer.from(JSON.stringify(resealed)), "application/json");
      done.resealed += 1;
    } else {
      const unknown = keyId ?? `of no list, in ${objectKey},`;
      done.unopened[unknown] = (done.unopened[unknown] ?? 0) + 1;
    }
  }
  return done;
};

const parseListed = (file: Buffer): ListedErasure | null => {
  try {
    return listedErasure.parse(JSON.parse(file.toString()));
  } catch {
    return null;
  }
};

/** Returns null when no configured key opens it. */
const resealListed = (listed: ListedErasure, secrets: SecretBox): ListedErasure | null => {
  const context = buildListSealContext(listed.uuid);
  try {
    const key = secrets.open(Buffer.from(listed.key_sealed, "base64"), context);
    return { ...listed, key_sealed: secrets.seal(key, context).toString("base64") };
  } catch {
    return null;
  }
};
