import { isContactFileKey, isWorkbookKey } from "../../domain/contact/contact-file-key.ts";
import { type TextEncoding, WORKBOOK_HAS_NO_ENCODING } from "../../domain/file/text-encoding.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { fileNotFound } from "./contacts.errors.ts";

interface NamedFile {
  object_store_key: string;
  encoding?: TextEncoding | undefined;
}

/** Throws 404 unless the file is one of the organization's own, and 422 for an encoding that its kind does not have. */
export const requireOwnFile = ({ actor }: OperationContext, { object_store_key: key, encoding }: NamedFile): void => {
  if (!isContactFileKey(actor.organizationId, key)) throw fileNotFound();
  if (encoding && isWorkbookKey(key)) throw invalidField(["encoding"], WORKBOOK_HAS_NO_ENCODING);
};
