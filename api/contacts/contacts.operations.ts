import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import { consentsOperations } from "./consents.operations.ts";
import { getContactImport, listContactImports, listContactLists } from "./contacts.reads.ts";
import {
  contactAnswer,
  contactChanges,
  contactImportAnswer,
  contactImportParams,
  contactImportsAnswer,
  contactImportsQuery,
  contactListAnswer,
  contactListBody,
  contactListParams,
  contactListsAnswer,
  contactParams,
  contactsAnswer,
  contactsQuery,
  deletedAnswer,
  importBody,
  newListImportAnswer,
  newListImportBody,
  startedImportAnswer,
  uploadUrlAnswer,
  uploadUrlBody,
} from "./contacts.schemas.ts";
import { createContactList } from "./create-contact-list.ts";
import { createUploadUrl } from "./create-contact-upload-url.ts";
import { deleteContact } from "./delete-contact.ts";
import { deleteContactList } from "./delete-contact-list.ts";
import { doNotCallOperations } from "./do-not-call.operations.ts";
import { importContacts } from "./import-contacts.ts";
import { importIntoNewList } from "./import-into-new-list.ts";
import { intakesOperations } from "./intakes.operations.ts";
import { listContacts } from "./list-contacts.ts";
import { nationalListsOperations } from "./national-lists.operations.ts";
import { putContact } from "./put-contact.ts";
import { segmentsOperations } from "./segments.operations.ts";
import { sendContacts } from "./send-contacts.ts";
import {
  numberedContactBody,
  numberedContactParams,
  sentContactsAnswer,
  sentContactsBody,
} from "./sent-contacts.schemas.ts";
import { updateContact } from "./update-contact.ts";
import { updateContactList } from "./update-contact-list.ts";

const IMPORT_ACCEPTED = "The import was accepted";
const NO_SUCH_LIST = "No such contact list in the organization";

export const createContactListOperation = defineOperation({
  id: "contacts.lists.create",
  area: "Contacts",
  method: "post",
  path: "/contact-lists",
  summary: "Create a list",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  body: contactListBody,
  success: { status: 200, description: "The empty list", body: contactListAnswer },
  errors: { 402: QUOTA_REACHED },
  run: createContactList,
});

export const listContactListsOperation = defineOperation({
  id: "contacts.lists.list",
  area: "Contacts",
  method: "get",
  path: "/contact-lists",
  summary: "Every list",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The lists, newest first", body: contactListsAnswer },
  share: "listing",
  run: listContactLists,
});

export const updateContactListOperation = defineOperation({
  id: "contacts.lists.update",
  area: "Contacts",
  method: "patch",
  path: "/contact-lists/{contact_list_id}",
  summary: "Rename a list",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: contactListParams,
  body: contactListBody,
  success: { status: 200, description: "The changed list", body: contactListAnswer },
  errors: { 404: NO_SUCH_LIST },
  run: updateContactList,
});

export const deleteContactListOperation = defineOperation({
  id: "contacts.lists.delete",
  area: "Contacts",
  method: "delete",
  path: "/contact-lists/{contact_list_id}",
  summary: "Delete a list with its contacts",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: contactListParams,
  success: { status: 200, description: "It is deleted", body: deletedAnswer },
  errors: {
    404: NO_SUCH_LIST,
    409: "A campaign uses it: a draft, running or paused one, or one that failed before it took its contacts",
  },
  run: deleteContactList,
});

export const createUploadUrlOperation = defineOperation({
  id: "contacts.uploadUrl",
  area: "Contacts",
  method: "post",
  path: "/object-store/presigned-upload-url",
  summary: "Signed URL to upload a contacts file before importing",
  permission: "operator",
  sandbox: "own",
  timeline: { none: "An upload link alone changes nothing; the file's first use writes the event" },
  body: uploadUrlBody,
  addsRows: true,
  success: { status: 200, description: "Where and how to send the file", body: uploadUrlAnswer },
  errors: { 402: "The organization's uploaded files have reached their size limit" },
  run: createUploadUrl,
});

export const importContactsOperation = defineOperation({
  id: "contacts.import",
  area: "Contacts",
  method: "post",
  path: "/contact-lists/{contact_list_id}/import",
  summary: "Import contacts from an uploaded file",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: contactListParams,
  body: importBody,
  addsRows: true,
  success: { status: 202, description: IMPORT_ACCEPTED, body: startedImportAnswer },
  errors: { 404: "No such list, or no such file of the organization" },
  run: importContacts,
});

export const importIntoNewListOperation = defineOperation({
  id: "contacts.importIntoNewList",
  area: "Contacts",
  method: "post",
  path: "/contact-lists/import",
  summary: "Make a list from an uploaded file: the list and its import, or neither",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  body: newListImportBody,
  addsRows: true,
  success: { status: 202, description: IMPORT_ACCEPTED, body: newListImportAnswer },
  errors: { 402: QUOTA_REACHED, 404: "No such file of the organization" },
  run: importIntoNewList,
});

export const getContactImportOperation = defineOperation({
  id: "contacts.imports.get",
  area: "Contacts",
  method: "get",
  path: "/contact-lists/{contact_list_id}/imports/{import_id}",
  summary: "One import, with its state and how many rows it has read",
  permission: "viewer",
  sandbox: "read",
  params: contactImportParams,
  success: { status: 200, description: "Status, counters, the bad rows", body: contactImportAnswer },
  errors: { 404: "No such import of this list" },
  run: getContactImport,
});

export const listContactImportsOperation = defineOperation({
  id: "contacts.imports.list",
  area: "Contacts",
  method: "get",
  path: "/contact-lists/{contact_list_id}/imports",
  summary: "Every import of a list",
  permission: "viewer",
  sandbox: "read",
  params: contactListParams,
  query: contactImportsQuery,
  success: { status: 200, description: "The newest first", body: contactImportsAnswer },
  errors: { 404: NO_SUCH_LIST },
  run: listContactImports,
});

export const listContactsOperation = defineOperation({
  id: "contacts.list",
  area: "Contacts",
  method: "get",
  path: "/contact-lists/{contact_list_id}/contacts",
  summary: "Contacts in a list",
  permission: "viewer",
  sandbox: "read",
  params: contactListParams,
  query: contactsQuery,
  success: { status: 200, description: "One page, in the order of import", body: contactsAnswer },
  errors: { 404: NO_SUCH_LIST },
  share: "paging",
  run: listContacts,
});

export const sendContactsOperation = defineOperation({
  id: "contacts.send",
  area: "Contacts",
  method: "post",
  path: "/contact-lists/{contact_list_id}/contacts",
  summary: "Add up to 1,000 contacts to a list, or change those whose numbers it has",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  addsRows: true,
  params: contactListParams,
  body: sentContactsBody,
  success: { status: 200, description: "The result for each, in the order of the request", body: sentContactsAnswer },
  errors: { 404: NO_SUCH_LIST },
  run: sendContacts,
});

export const putContactOperation = defineOperation({
  id: "contacts.put",
  area: "Contacts",
  method: "put",
  path: "/contact-lists/{contact_list_id}/contacts/by-number/{phone_number}",
  summary: "Add the contact of a number to a list, or replace it",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  addsRows: true,
  params: numberedContactParams,
  body: numberedContactBody,
  success: { status: 200, description: "The contact as it is now", body: contactAnswer },
  errors: { 404: NO_SUCH_LIST, 409: "`unknown` does not end a withdrawal of consent" },
  run: putContact,
});

export const updateContactOperation = defineOperation({
  id: "contacts.update",
  area: "Contacts",
  method: "patch",
  path: "/contact-lists/{contact_list_id}/contacts/{contact_id}",
  summary: "Change a contact's name, time zone, attributes or consent",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: contactParams,
  body: contactChanges,
  success: { status: 200, description: "The changed contact", body: contactAnswer },
  errors: { 404: "No such contact in this list", 409: "`unknown` does not end a withdrawal of consent" },
  run: updateContact,
});

export const deleteContactOperation = defineOperation({
  id: "contacts.delete",
  area: "Contacts",
  method: "delete",
  path: "/contact-lists/{contact_list_id}/contacts/{contact_id}",
  summary: "Remove a contact",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: contactParams,
  success: {
    status: 200,
    description:
      "The contact is removed from the list; the message names the campaigns that have taken it and will still call it",
    body: deletedAnswer,
  },
  errors: { 404: "No such contact in this list" },
  run: deleteContact,
});

export const contactsOperations = [
  createContactListOperation,
  listContactListsOperation,
  updateContactListOperation,
  deleteContactListOperation,
  createUploadUrlOperation,
  importContactsOperation,
  importIntoNewListOperation,
  getContactImportOperation,
  listContactImportsOperation,
  listContactsOperation,
  sendContactsOperation,
  putContactOperation,
  updateContactOperation,
  deleteContactOperation,
  ...segmentsOperations,
  ...intakesOperations,
  ...consentsOperations,
  ...nationalListsOperations,
  ...doNotCallOperations,
];
