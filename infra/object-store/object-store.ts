import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Client } from "minio";
import { z } from "zod";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { makeOnce } from "../../domain/time/make-once.ts";
import { type PutLimits, signPut } from "./sign-put.ts";
import { toStoreError } from "./store-fault.ts";

/**
 * The private bucket: nothing in it is readable without a signed, expiring URL. Every method throws ObjectStoreError
 * when the store is not reachable, is full or refuses.
 */
export interface ObjectStore {
  /** Loads the client, for a process that must not wait for it at the first use. Sends no request. */
  open(): Promise<void>;
  /** Creates the bucket when it is missing. Throws when the store refuses the keys or cannot be reached. */
  ensureBucket(): Promise<void>;
  /** Signs a URL for one PUT: the store itself refuses another key and any other length. */
  signUpload(key: string, limits: PutLimits): Promise<string>;
  /** Signs a form for one POST of a file: the store itself refuses another key, another type or more bytes. */
  signForm(key: string, limits: FormLimits): Promise<SignedForm>;
  /**
   * Signs a URL for reading the object at `key` for `expiresInSeconds`, to be saved as `filename` or, inline, to be
   * shown.
   */
  signDownload(key: string, expiresInSeconds: number, as: DownloadName): Promise<string>;
  /**
   * Stores an object; a stream is sent as it arrives. A stream that fails rejects, and leaves what was at `key` before.
   */
  put(key: string, body: Buffer | Readable, contentType: string): Promise<void>;
  /** Reads an object from `offset` bytes on. Throws ObjectMissingError when there is no such object. */
  read(key: string, offset?: number): Promise<Readable>;
  /** Returns the size in bytes; null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** Returns the size and the ETag of the object; null when there is no such object. */
  describe(key: string): Promise<{ bytes: number; etag: string } | null>;
  remove(key: string): Promise<void>;
  /** Lists everything in the bucket, for backups, or what stands under a prefix. */
  list(prefix?: string): AsyncIterable<ListedObject>;
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
  contentType: string;
}

export interface FormLimits {
  contentType: string;
  maxBytes: number;
  expiresInSeconds: number;
}

export interface SignedForm {
  url: string;
  /** These fields come before the field `file`. */
  fields: Record<string, string>;
}

export interface DownloadName {
  filename: string;
  /** The content type of the answer; the stored one by default. */
  contentType?: string;
  inline?: boolean;
}

export class ObjectMissingError extends Error {
  override readonly name = "ObjectMissingError";
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "NoSuchKey" || error.code === "NotFound");

const asked = async <T>(request: Promise<T>): Promise<T> => {
  try {
    return await request;
  } catch (error) {
    throw toStoreError(error);
  }
};

/** The size of a part that is held in memory; an object has at most 10,000 parts. */
const PART_BYTES = 8 * MEGABYTE;

interface StoreOptions {
  endpoint: string;
  publicEndpoint?: string | undefined;
  region: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
}

/** Loads the library at its first use, because it is large and most workers never use it. */
const openClient = async (endpoint: string, { region, accessKey, secretKey }: StoreOptions): Promise<Client> => {
  const { Client: Minio } = await import("minio");
  const url = new URL(endpoint);
  return new Minio({
    endPoint: url.hostname,
    port: Number(url.port) || (url.protocol === "https:" ? 443 : 80),
    useSSL: url.protocol === "https:",
    partSize: PART_BYTES,
    region,
    accessKey,
    secretKey,
  });
};

/**
 * Creates an object store on any S3-compatible server. `publicEndpoint`: the root for signed URLs, when clients reach
 * the store at another address.
 */
export const createObjectStore = (options: StoreOptions): ObjectStore => {
  const { bucket, region, accessKey, secretKey } = options;
  const { endpoint, publicEndpoint } = options;
  const openStore = makeOnce(() => openClient(endpoint, options));
  const openSigner = publicEndpoint ? makeOnce(() => openClient(publicEndpoint, options)) : openStore;
  const describe = async (key: string): Promise<{ bytes: number; etag: string } | null> => {
    const client = await openStore();
    try {
      const { size, etag } = await client.statObject(bucket, key);
      return { bytes: size, etag };
    } catch (error) {
      if (isMissing(error)) return null;
      throw toStoreError(error);
    }
  };
  return {
    open: async () => void (await openStore()),
    ensureBucket: async () => {
      const client = await openStore();
      if (!(await asked(client.bucketExists(bucket)))) await asked(client.makeBucket(bucket, region));
    },
    signUpload: async (key, limits) => {
      const signer = await openSigner();
      const target = new URL(await signer.presignedPutObject(bucket, key, limits.expiresInSeconds));
      return signPut(target, { region, accessKey, secretKey }, limits, new Date());
    },
    signForm: async (key, limits) => signForm(await openSigner(), { bucket, key, limits }),
    signDownload: async (key, expiresInSeconds, { filename, contentType, inline = false }) => {
      const signer = await openSigner();
      return signer.presignedGetObject(bucket, key, expiresInSeconds, {
        "response-content-disposition": `${inline ? "inline" : "attachment"}; filename="${filename.replaceAll(/[^\w.-]/g, "_")}"`,
        ...(contentType && { "response-content-type": contentType }),
      });
    },
    put: (key, body, contentType) => putObject(openStore(), { bucket, key }, body, contentType),
    read: async (key, offset = 0) => {
      const client = await openStore();
      try {
        return offset > 0 ? await client.getPartialObject(bucket, key, offset) : await client.getObject(bucket, key);
      } catch (error) {
        if (isMissing(error)) throw new ObjectMissingError(`there is no object ${key}`, { cause: error });
        throw toStoreError(error);
      }
    },
    size: async (key) => (await describe(key))?.bytes ?? null,
    describe,
    remove: async (key) => asked((await openStore()).removeObject(bucket, key)),
    async *list(prefix = "") {
      yield* listObjects(await openStore(), { bucket, prefix });
    },
  };
};

const putObject = async (
  opening: Promise<Client>,
  { bucket, key }: { bucket: string; key: string },
  body: Buffer | Readable,
  contentType: string,
): Promise<void> => {
  const headers = { "Content-Type": contentType };
  const send = async (bytes?: number) => (await opening).putObject(bucket, key, body, bytes, headers);
  if (Buffer.isBuffer(body)) return void (await asked(send(body.length)));
  // The client would wait for ever for a stream that fails, also while it is being opened.
  const read = finished(body, { writable: false });
  try {
    await Promise.all([send(), read]);
  } catch (error) {
    throw body.errored ? error : toStoreError(error);
  } finally {
    body.destroy();
  }
};

const listedItem = z.object({ name: z.string() });

async function* listObjects(
  client: Client,
  { bucket, prefix }: { bucket: string; prefix: string },
): AsyncGenerator<ListedObject> {
  for await (const item of client.listObjectsV2(bucket, prefix, true)) {
    const { name: key } = listedItem.parse(item);
    try {
      const { size, metaData } = await client.statObject(bucket, key);
      const contentType = String(metaData["content-type"] ?? "application/octet-stream");
      yield { key, sizeBytes: size, contentType };
    } catch (error) {
      if (!isMissing(error)) throw error; // The object was removed meanwhile.
    }
  }
}

const signForm = async (
  signer: Client,
  { bucket, key, limits }: { bucket: string; key: string; limits: FormLimits },
): Promise<SignedForm> => {
  const policy = signer.newPostPolicy();
  policy.setBucket(bucket);
  policy.setKey(key);
  policy.setContentType(limits.contentType);
  policy.setContentLengthRange(1, limits.maxBytes);
  policy.setExpires(new Date(Date.now() + limits.expiresInSeconds * 1000));
  const { postURL, formData } = await signer.presignedPostPolicy(policy);
  return { url: postURL, fields: z.record(z.string(), z.string()).parse(formData) };
};
