import { defineOperation } from "../http/operation.ts";
import { createUploadUrl } from "./create-document-upload-url.ts";
import { deleteDocument } from "./delete-document.ts";
import { searchAnswer, searchBody } from "./document-search.schemas.ts";
import { getDocument, getUsage, listDocuments } from "./documents.reads.ts";
import {
  deletedAnswer,
  documentAnswer,
  documentChanges,
  documentParams,
  documentsAnswer,
  documentsQuery,
  processBody,
  translateBody,
  uploadUrlAnswer,
  uploadUrlBody,
  usageAnswer,
} from "./documents.schemas.ts";
import { processDocument } from "./process-document.ts";
import { searchForDocuments } from "./search-for-documents.ts";
import { translateDocument } from "./translate-document.ts";
import { updateDocument } from "./update-document.ts";

const area = "Knowledge";
const NO_SUCH_DOCUMENT = "No such document in the organization";
const OVER_LIMIT = "The plan allows no more";

export const createDocumentUploadOperation = defineOperation({
  id: "knowledge.uploadUrl",
  area,
  method: "post",
  path: "/knowledge-base/upload-url",
  summary: "Signed URL to upload a document to",
  permission: "operator",
  sandbox: "refused",
  timeline: { none: "An upload link alone changes nothing; the file's first use writes the event" },
  body: uploadUrlBody,
  success: { status: 200, description: "Where and how to send the file", body: uploadUrlAnswer },
  errors: { 402: OVER_LIMIT, 409: "The document was deleted" },
  run: createUploadUrl,
});

export const processDocumentOperation = defineOperation({
  id: "knowledge.process",
  area,
  method: "post",
  path: "/knowledge-base/process-document",
  summary: "Index an uploaded document",
  permission: "operator",
  sandbox: "refused",
  timeline: "document",
  body: processBody,
  success: {
    status: 200,
    description: "The document; its next version is read, unless the same file is read already",
    body: documentAnswer,
  },
  errors: { 402: OVER_LIMIT, 404: "No such channel or agent", 409: "The document was deleted" },
  run: processDocument,
});

export const listDocumentsOperation = defineOperation({
  id: "knowledge.list",
  area,
  method: "get",
  path: "/knowledge-base/documents",
  summary: "Every document",
  permission: "viewer",
  sandbox: "read",
  query: documentsQuery,
  success: { status: 200, description: "One page, newest first", body: documentsAnswer },
  run: listDocuments,
});

export const getDocumentOperation = defineOperation({
  id: "knowledge.get",
  area,
  method: "get",
  path: "/knowledge-base/documents/{document_uuid}",
  summary: "One document and its status",
  permission: "viewer",
  sandbox: "read",
  params: documentParams,
  success: { status: 200, description: "The document with its versions", body: documentAnswer },
  errors: { 404: NO_SUCH_DOCUMENT },
  run: getDocument,
});

export const updateDocumentOperation = defineOperation({
  id: "knowledge.update",
  area,
  method: "patch",
  path: "/knowledge-base/documents/{document_uuid}",
  summary: "Change a document's name, readers or folder without reading it again",
  permission: "operator",
  sandbox: "refused",
  timeline: "document",
  params: documentParams,
  body: documentChanges,
  success: { status: 200, description: "The document", body: documentAnswer },
  errors: { 404: "No such document, channel or agent in the organization" },
  run: updateDocument,
});

export const deleteDocumentOperation = defineOperation({
  id: "knowledge.delete",
  area,
  method: "delete",
  path: "/knowledge-base/documents/{document_uuid}",
  summary: "Remove a document and everything indexed from it",
  permission: "operator",
  sandbox: "refused",
  timeline: "document",
  params: documentParams,
  success: { status: 200, description: "It is no longer found", body: deletedAnswer },
  errors: { 404: NO_SUCH_DOCUMENT },
  run: deleteDocument,
});

export const translateDocumentOperation = defineOperation({
  id: "knowledge.translate",
  area,
  method: "post",
  path: "/knowledge-base/documents/{document_uuid}/translate",
  summary: "Translate a document: the copy is a document of its own",
  permission: "operator",
  sandbox: "refused",
  timeline: "document",
  params: documentParams,
  body: translateBody,
  success: {
    status: 202,
    description: "The document that the translation becomes; its state tells how far it is",
    body: documentAnswer,
  },
  errors: { 402: OVER_LIMIT, 404: NO_SUCH_DOCUMENT, 409: "The document has no text yet" },
  run: translateDocument,
});

export const searchDocumentsOperation = defineOperation({
  id: "knowledge.search",
  area,
  method: "post",
  path: "/knowledge-base/search",
  summary: "The passages that match a question",
  permission: "viewer",
  sandbox: "read",
  timeline: { none: "It only reads" },
  body: searchBody,
  success: { status: 200, description: "Passages, best first", body: searchAnswer },
  errors: { 404: "No such channel or agent", 503: "The index is not available" },
  share: "conversing",
  run: searchForDocuments,
});

export const getDocumentUsageOperation = defineOperation({
  id: "knowledge.usage",
  area,
  method: "get",
  path: "/knowledge-base/usage",
  summary: "Storage used against the plan",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "What is used and what the plan allows", body: usageAnswer },
  run: getUsage,
});

export const documentsOperations = [
  createDocumentUploadOperation,
  processDocumentOperation,
  listDocumentsOperation,
  getDocumentOperation,
  updateDocumentOperation,
  deleteDocumentOperation,
  translateDocumentOperation,
  searchDocumentsOperation,
  getDocumentUsageOperation,
];
