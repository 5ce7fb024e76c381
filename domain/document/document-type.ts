export const DOCUMENT_TYPES = ["pdf", "docx", "xlsx", "pptx", "html", "md", "txt", "csv", "json"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

const OFFICE = "application/vnd.openxmlformats-officedocument";
const MIME_TYPES: Readonly<Record<DocumentType, readonly string[]>> = {
  pdf: ["application/pdf"],
  docx: [`${OFFICE}.wordprocessingml.document`],
  xlsx: [`${OFFICE}.spreadsheetml.sheet`],
  pptx: [`${OFFICE}.presentationml.presentation`],
  html: ["text/html", "application/xhtml+xml"],
  md: ["text/markdown", "text/x-markdown", "text/plain"],
  txt: ["text/plain"],
  csv: ["text/csv", "application/csv", "application/vnd.ms-excel", "text/plain"],
  json: ["application/json", "text/json", "text/plain"],
};
const OTHER_EXTENSIONS: Readonly<Record<string, DocumentType>> = { htm: "html", markdown: "md", text: "txt" };
/** The type that browsers send for a file that they do not know. */
const UNKNOWN_MIME_TYPE = "application/octet-stream";

/** Returns the document type by the file name's extension; null: not supported. */
export const findDocumentType = (filename: string): DocumentType | null => {
  const extension = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
  return DOCUMENT_TYPES.find((type) => type === extension) ?? OTHER_EXTENSIONS[extension] ?? null;
};

const TEXTS: readonly DocumentType[] = ["html", "md", "txt", "csv", "json"];

/** Tells whether a file of this name is a text, which has an encoding. */
export const hasEncoding = (filename: string): boolean => {
  const type = findDocumentType(filename);
  return type === null || TEXTS.includes(type);
};

export const isMimeTypeOf = (type: DocumentType, mimeType: string): boolean => {
  const bare = (mimeType.split(";", 1)[0] ?? "").trim().toLowerCase();
  return bare === UNKNOWN_MIME_TYPE || MIME_TYPES[type].includes(bare);
};

/** Returns the MIME type of a file that is made here. */
export const chooseMimeType = (type: DocumentType): string => MIME_TYPES[type][0] ?? UNKNOWN_MIME_TYPE;
