import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import busboy from "busboy";
import { fileMissing, fileTooLarge, notAForm } from "./contacts.errors.ts";

const MAX_FILE_BYTES = 104_857_600;

/** The file of a multipart form, as a stream that is not read yet. It fails when the file is too large or the client goes away. */
export const fileOfForm = (request: IncomingMessage): Promise<Readable> =>
  new Promise((resolve, reject) => {
    if (!/^multipart\/form-data\b/i.test(request.headers["content-type"] ?? "")) return reject(notAForm());
    const form = openForm(request);
    if (!form) return reject(notAForm());
    form.on("file", (_field, file) => {
      file.on("limit", () => file.destroy(fileTooLarge()));
      // A reader that stops early leaves the rest of the request to be thrown away.
      file.on("close", () => request.unpipe(form).resume());
      resolve(file);
    });
    pipeline(request, form, (error) => reject(error ? notAForm() : fileMissing()));
  });

const openForm = (request: IncomingMessage): busboy.Busboy | null => {
  try {
    return busboy({ headers: request.headers, limits: { files: 1, fileSize: MAX_FILE_BYTES } });
  } catch {
    // A form without a boundary.
    return null;
  }
};
