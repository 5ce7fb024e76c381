import { defineOperation } from "../http/operation.ts";
import { addDoNotCall } from "./add-do-not-call.ts";
import { checkDoNotCall } from "./check-do-not-call.ts";
import { deletedAnswer } from "./contacts.schemas.ts";
import {
  addDoNotCallBody,
  addedDoNotCallAnswer,
  checkDoNotCallQuery,
  checkedNumberAnswer,
  doNotCallAnswer,
  doNotCallParams,
  doNotCallQuery,
  uploadDoNotCallBody,
  uploadedDoNotCallAnswer,
} from "./do-not-call.schemas.ts";
import { listDoNotCall } from "./list-do-not-call.ts";
import { removeDoNotCall } from "./remove-do-not-call.ts";
import { uploadDoNotCall } from "./upload-do-not-call.ts";

export const listDoNotCallOperation = defineOperation({
  id: "contacts.doNotCall.list",
  area: "Contacts",
  method: "get",
  path: "/do-not-call",
  summary: "Numbers the account never dials",
  permission: "viewer",
  sandbox: "read",
  query: doNotCallQuery,
  success: { status: 200, description: "One page, in the order of numbers", body: doNotCallAnswer },
  run: listDoNotCall,
});

export const checkDoNotCallOperation = defineOperation({
  id: "contacts.doNotCall.check",
  area: "Contacts",
  method: "get",
  path: "/do-not-call/check",
  summary: "Tell whether a number may be dialled at this moment, and why not",
  permission: "viewer",
  sandbox: "read",
  query: checkDoNotCallQuery,
  success: {
    status: 200,
    description: "The result of each rule of admission for a call outside campaigns to this number",
    body: checkedNumberAnswer,
  },
  run: checkDoNotCall,
});

export const addDoNotCallOperation = defineOperation({
  id: "contacts.doNotCall.add",
  area: "Contacts",
  method: "post",
  path: "/do-not-call",
  summary: "Add numbers; binding when this has answered",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  body: addDoNotCallBody,
  success: { status: 200, description: "How many are new, and which are no numbers", body: addedDoNotCallAnswer },
  run: addDoNotCall,
});

export const uploadDoNotCallOperation = defineOperation({
  id: "contacts.doNotCall.upload",
  area: "Contacts",
  method: "post",
  path: "/do-not-call/upload",
  summary: "Upload a file of numbers; binding when this has answered",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  bodyKind: "multipart",
  body: uploadDoNotCallBody,
  addsRows: true,
  success: { status: 200, description: "How many are new, and which are no numbers", body: uploadedDoNotCallAnswer },
  errors: { 404: "No such file of the organization", 413: "Larger than 100 MB", 415: "Neither a form nor JSON" },
  run: uploadDoNotCall,
});

export const removeDoNotCallOperation = defineOperation({
  id: "contacts.doNotCall.remove",
  area: "Contacts",
  method: "delete",
  path: "/do-not-call/{phone_number}",
  summary: "Remove a number",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: doNotCallParams,
  success: { status: 200, description: "It may be dialled again", body: deletedAnswer },
  errors: { 404: "The number is not on the list" },
  run: removeDoNotCall,
});

export const doNotCallOperations = [
  listDoNotCallOperation,
  checkDoNotCallOperation,
  addDoNotCallOperation,
  uploadDoNotCallOperation,
  removeDoNotCallOperation,
];
