import { PassThrough, pipeline, type Readable } from "node:stream";
import busboy from "busboy";
import { LARGEST_FILE_BYTES } from "../../domain/file/uploaded-file.ts";
import { encodingAfterFile, fileMissing, fileTooLarge, notAForm } from "./contacts.errors.ts";

export interface UploadedForm {
  stream: Readable;
  headers: Record<string, string | undefined>;
}

export interface FormFile {
  file: Readable;
  /** The field `encoding`, which stands before the file. */
  encoding: string | null;
}

/**
 * Returns the file of a multipart form as an unread stream. It fails when the file is too large, the client disconnects or
 * the encoding comes only after the file.
 */
export const readFileOfForm = ({ stream, headers }: UploadedForm): Promise<FormFile> =>
  new Promise((resolve, reject) => {
    if (!/^multipart\/form-data\b/i.test(headers["content-type"] ?? "")) return reject(notAForm());
    const form = openForm(headers);
    if (!form) return reject(notAForm());
    let encoding: string | null = null;
    let isTaken = false;
    let isLate = false;
    form.on("field", (field, value) => {
      if (field !== "encoding") return;
      isLate = isTaken;
      encoding = value;
    });
    form.on("file", (_field, file) => {
      isTaken = true;
      file.on("limit", () => file.destroy(fileTooLarge()));
      // When the reader stops early, the rest of the request is discarded.
      file.on("close", () => file.readableEnded || stream.unpipe(form).resume());
      resolve({ file: untilFormEnds(file, { form, faultOf: () => (isLate ? encodingAfterFile() : null) }), encoding });
    });
    pipeline(stream, form, (error) => reject(error ? notAForm() : fileMissing()));
  });

interface EndOfForm {
  form: busboy.Busboy;
  /** Of the whole form, once it has ended. */
  faultOf(): Error | null;
}

/** Returns the file as a stream that ends with its form. */
const untilFormEnds = (file: Readable, { form, faultOf }: EndOfForm): Readable => {
  const whole = new PassThrough({
    flush: (done) => {
      const end = () => done(faultOf());
      if (form.closed) end();
      else form.once("close", end);
    },
  });
  return pipeline(file, whole, () => {});
};

const openForm = (headers: UploadedForm["headers"]): busboy.Busboy | null => {
  try {
    return busboy({ headers, limits: { files: 1, fileSize: LARGEST_FILE_BYTES } });
  } catch {
    // A form without a boundary is not readable.
    return null;
  }
};
