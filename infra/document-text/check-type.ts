import { DocumentTextError } from "../../domain/document/document-text-error.ts";
import type { DocumentType } from "../../domain/document/document-type.ts";
import { isOldOffice, isZip } from "../../domain/file/file-kinds.ts";

const OFFICE: readonly DocumentType[] = ["docx", "xlsx", "pptx"];
/** Matches bytes that text does not contain; tabs, line breaks and form feeds are allowed. */
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** Throws when the first bytes of a file are not of its type. Text in a two-byte encoding is accepted. */
export const checkType = (type: DocumentType, opening: Buffer): void => {
  if (opening.length === 0) throw new DocumentTextError("This file is empty.");
  if (isOldOffice(opening) && (OFFICE.includes(type) || type === "csv")) {
    throw new DocumentTextError(
      "This is an old Office file or one with a password; save it in the present format without a password.",
    );
  }
  if (!isOf(type, opening)) throw new DocumentTextError(`This file is no ${type}: its content is of another type.`);
};

const isOf = (type: DocumentType, opening: Buffer): boolean => {
  const start = opening.subarray(0, 1024).toString("latin1");
  if (type === "pdf") return start.includes("%PDF-");
  if (OFFICE.includes(type)) return isZip(opening);
  return isUtf16(opening) || !BINARY.test(start);
};

const isUtf16 = (opening: Buffer): boolean =>
  (opening[0] === 0xff && opening[1] === 0xfe) || (opening[0] === 0xfe && opening[1] === 0xff);
