import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { z } from "zod";
import type { ObjectStore } from "../object-store/object-store.ts";
import { NONCE_BYTES, TAG_BYTES } from "./secret-box.ts";

const FILE_KEY_BYTES = 32;

/** What opens a file: a key of its own, which is kept sealed elsewhere. */
export const fileOpeningSchema = z.object({
  key: z.string().length(FILE_KEY_BYTES * 2),
  nonce: z.string().length(NONCE_BYTES * 2),
  content_type: z.string(),
});
export type FileOpening = z.output<typeof fileOpeningSchema>;

export const createFileOpening = (contentType: string): FileOpening => ({
  key: randomBytes(FILE_KEY_BYTES).toString("hex"),
  nonce: randomBytes(NONCE_BYTES).toString("hex"),
  content_type: contentType,
});

/** Encrypts a file by AES-256-GCM as it passes; its tag comes last. */
export async function* sealFile(
  { key, nonce }: FileOpening,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), Buffer.from(nonce, "hex"));
  for await (const chunk of bytes) yield cipher.update(chunk);
  yield cipher.final();
  yield cipher.getAuthTag();
}

/** Decrypts a file as it is read. Throws at its end where it was changed, and ObjectMissingError where there is none. */
export async function* openFile(
  objectStore: Pick<ObjectStore, "read" | "size">,
  objectKey: string,
  { key, nonce }: FileOpening,
): AsyncGenerator<Buffer> {
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), Buffer.from(nonce, "hex"));
  const size = (await objectStore.size(objectKey)) ?? 0;
  let left = size - TAG_BYTES;
  const tag: Buffer[] = [];
  const stream: AsyncIterable<Buffer> = await objectStore.read(objectKey);
  for await (const chunk of stream) {
    const body = chunk.subarray(0, Math.max(left, 0));
    left -= body.length;
    if (body.length > 0) yield decipher.update(body);
    if (body.length < chunk.length) tag.push(chunk.subarray(body.length));
  }
  decipher.setAuthTag(Buffer.concat(tag));
  yield decipher.final();
}
