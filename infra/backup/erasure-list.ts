import { createHmac, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { Person } from "../../domain/privacy/person.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import type { SecretBox } from "../secrets/secret-box.ts";

/**
 * The list of erasures that a restore carries out again. It stands in the object store, where no backup of the database takes it back,
 * and names people by HMACs under a sealed key.
 */
const FOLDER = "erasures";

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
  `${FOLDER}/org-${organizationId}/${uuid}.json`;

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

/** Reads the list. */
export async function* readErasureList(
  objectStore: Pick<ObjectStore, "list" | "read">,
  secrets: SecretBox,
): AsyncGenerator<KnownErasure> {
  for await (const { key: objectKey } of objectStore.list()) {
    if (!objectKey.startsWith(`${FOLDER}/`)) continue;
    const listed = listedErasure.parse(JSON.parse((await buffer(await objectStore.read(objectKey))).toString()));
    const sealed = Buffer.from(listed.key_sealed, "base64");
    const key = Buffer.from(secrets.open(sealed, buildListSealContext(listed.uuid)), "base64");
    const hmacs = new Set(listed.hmacs);
    yield { listed, isOf: (known) => hmacs.has(hmacOf(key, known)) };
  }
}
