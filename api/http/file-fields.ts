import { z } from "zod";
import { FILE_WARNING_CODES } from "../../domain/file/file-warning.ts";
import { readEncoding, TEXT_ENCODINGS } from "../../domain/file/text-encoding.ts";
import { optional } from "./fields.ts";

/** The refusal of an encoding, with the choices. */
export const ENCODING_UNKNOWN = `This is no known encoding; take one of ${TEXT_ENCODINGS.join(", ")}`;

const encodingName = z
  .string()
  .trim()
  .max(40)
  .transform((label, context) => {
    const encoding = readEncoding(label);
    if (encoding) return encoding;
    context.addIssue({ code: "custom", message: ENCODING_UNKNOWN });
    return z.NEVER;
  });

/** The encoding of a text file in a request. */
export const encodingField = optional(encodingName).meta({
  description: `How the text is encoded where neither its bytes nor the file itself say so: ${TEXT_ENCODINGS.join(", ")}. Left out, it is found`,
});

export const fileWarning = z
  .object({
    code: z.enum(FILE_WARNING_CODES),
    count: z.number().int().meta({ description: "Rows, characters, sheets or columns" }),
    message: z.string(),
  })
  .meta({ id: "FileWarning" });

export const fileWarnings = z
  .array(fileWarning)
  .meta({ description: "What is to be known about the file that was read" });
