import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { LARGEST_FILE_BYTES } from "../../domain/file/uploaded-file.ts";
import { makeTemporaryFolder } from "../../infra/temporary-folder.ts";
import { badRequest, HttpError } from "./http-error.ts";

/** The largest file of an operation, with room for the form around it. */
const MAX_FORM_BYTES = LARGEST_FILE_BYTES + MEGABYTE;

/** A form that was read to its end, so that it can be compared before it is carried out. */
export interface SpooledForm {
  /** A hash over names and contents of fields and files, without the boundary, which clients choose anew each time. */
  hash: Buffer;
  open(): Readable;
  remove(): Promise<void>;
}

type FormRequest = Readable & Pick<IncomingMessage, "headers">;

/** Reads a multipart form into a temporary file. Memory does not grow with it. Throws 413 for more than 101 MB. */
export const spoolForm = async (request: FormRequest): Promise<SpooledForm> => {
  const { path, remove } = await makeTemporaryFolder("form");
  const file = join(path, "form");
  try {
    await pipeline(request, limited(), createWriteStream(file));
    const hash = await hashForm(file, request);
    return { hash, open: () => createReadStream(file), remove };
  } catch (error) {
    await remove();
    if (error instanceof HttpError) throw error;
    throw badRequest("form_incomplete", "The form broke off before its end: send it again");
  }
};

const limited = (): Transform => {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > MAX_FORM_BYTES)
        return done(new HttpError(413, "form_too_large", `The form is larger than ${MAX_FORM_BYTES / MEGABYTE} MB`));
      done(null, chunk);
    },
  });
};

/** A body that is not a form is hashed unchanged: the operation reports its fault. */
const hashForm = async (file: string, request: FormRequest): Promise<Buffer> => {
  const parts: Promise<Buffer>[] = [];
  try {
    const form = busboy({ headers: request.headers });
    form.on("field", (name, value) => parts.push(Promise.resolve(digestOf(["field", name, value]))));
    form.on("file", (name, content, { filename }) => {
      const digest = hashStream(content, createHash("sha256").update(JSON.stringify(["file", name, filename])));
      digest.catch(() => {});
      parts.push(digest);
    });
    await pipeline(createReadStream(file), form);
    return digestOf((await Promise.all(parts)).map((part) => part.toString("hex")));
  } catch {
    return hashStream(createReadStream(file), createHash("sha256"));
  }
};

const digestOf = (value: unknown): Buffer => createHash("sha256").update(JSON.stringify(value)).digest();

const hashStream = async (stream: AsyncIterable<Buffer>, hash: Hash): Promise<Buffer> => {
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest();
};
