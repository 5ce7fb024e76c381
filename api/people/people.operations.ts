import { defineOperation } from "../http/operation.ts";
import { cancelExport } from "./cancel-export.ts";
import { createErasure } from "./create-erasure.ts";
import { createExport } from "./create-export.ts";
import { downloadExport } from "./download-export.ts";
import { previewPerson } from "./find-person.ts";
import { getPerson } from "./get-person.ts";
import { listHistory } from "./list-history.ts";
import { getErasure, getExport, listErasures, listExports } from "./people.reads.ts";
import {
  erasureAnswer,
  erasureBody,
  erasureListAnswer,
  erasureParams,
  erasuresQuery,
  exportAnswer,
  exportBody,
  exportLinkAnswer,
  exportListAnswer,
  exportParams,
  foundPersonAnswer,
  personBody,
} from "./people.schemas.ts";
import { historyAnswer, historyQuery, personAnswer, personQuery } from "./person.schemas.ts";

const area = "People";

export const previewPersonOperation = defineOperation({
  id: "people.preview",
  area,
  method: "post",
  path: "/people/preview",
  summary: "What is known of a person, place by place; nothing is changed",
  permission: "admin",
  sandbox: "refused",
  timeline: { none: "it changes nothing" },
  body: personBody,
  share: "reporting",
  success: { status: 200, description: "What was found, and where", body: foundPersonAnswer },
  errors: { 409: "The number is one of the organization's own" },
  run: previewPerson,
});

export const getPersonOperation = defineOperation({
  id: "people.get",
  area,
  method: "get",
  path: "/people",
  summary: "Who has a number, and what may happen next with them: which campaigns still call, when, and why not now",
  permission: "viewer",
  sandbox: "read",
  query: personQuery,
  share: "paging",
  success: { status: 200, description: "The person, as the organization knows them", body: personAnswer },
  run: getPerson,
});

export const listHistoryOperation = defineOperation({
  id: "people.history",
  area,
  method: "get",
  path: "/people/history",
  summary: "Everything that happened with a person, newest first, across campaigns, lists and carriers",
  permission: "viewer",
  sandbox: "read",
  query: historyQuery,
  share: "paging",
  success: { status: 200, description: "One page; exports and erasures are in it for admins", body: historyAnswer },
  run: listHistory,
});

export const createExportOperation = defineOperation({
  id: "people.exports.create",
  area,
  method: "post",
  path: "/people/exports",
  summary: "Write everything that is known of a person into one file, with the recordings of their calls",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: exportBody,
  success: { status: 202, description: "The export, which goes on", body: exportAnswer },
  errors: { 409: "The person is being erased, or the number is one of the organization's own" },
  run: createExport,
});

export const getExportOperation = defineOperation({
  id: "people.exports.get",
  area,
  method: "get",
  path: "/people/exports/{export_id}",
  summary: "How far an export is, what its file holds, and when the file goes",
  permission: "admin",
  sandbox: "read",
  params: exportParams,
  success: { status: 200, description: "The export", body: exportAnswer },
  errors: { 404: "No such export in the organization" },
  run: getExport,
});

export const listExportsOperation = defineOperation({
  id: "people.exports.list",
  area,
  method: "get",
  path: "/people/exports",
  summary: "The exports of the organization, newest first; they name nobody",
  permission: "admin",
  sandbox: "read",
  query: erasuresQuery,
  success: { status: 200, description: "A page of exports", body: exportListAnswer },
  run: listExports,
});

export const cancelExportOperation = defineOperation({
  id: "people.exports.cancel",
  area,
  method: "post",
  path: "/people/exports/{export_id}/cancel",
  summary: "Cancel an export that is under way; nothing of it is kept",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: exportParams,
  success: { status: 200, description: "The export", body: exportAnswer },
  errors: { 404: "No such export in the organization", 409: "The export is over" },
  run: cancelExport,
});

export const downloadExportOperation = defineOperation({
  id: "people.exports.download",
  area,
  method: "get",
  path: "/people/exports/{export_id}/download",
  summary: "A link to the file of an export, good for five minutes; who asked for it is noted",
  permission: "admin",
  sandbox: "refused",
  params: exportParams,
  success: { status: 200, description: "The link", body: exportLinkAnswer },
  errors: { 404: "No such export in the organization", 409: "There is no file, or none yet" },
  run: downloadExport,
});

export const createErasureOperation = defineOperation({
  id: "people.erasures.create",
  area,
  method: "post",
  path: "/people/erasures",
  summary: "Erase a person: calls under way end, and everything about them goes, for good",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: erasureBody,
  success: { status: 202, description: "The erasure, which goes on", body: erasureAnswer },
  errors: { 409: "The person is being erased already, or the number is one of the organization's own" },
  run: createErasure,
});

export const getErasureOperation = defineOperation({
  id: "people.erasures.get",
  area,
  method: "get",
  path: "/people/erasures/{erasure_id}",
  summary: "How far an erasure is, and its receipt: what was removed where",
  permission: "admin",
  sandbox: "read",
  params: erasureParams,
  success: { status: 200, description: "The erasure", body: erasureAnswer },
  errors: { 404: "No such erasure in the organization" },
  run: getErasure,
});

export const listErasuresOperation = defineOperation({
  id: "people.erasures.list",
  area,
  method: "get",
  path: "/people/erasures",
  summary: "The erasures of the organization, newest first; they name nobody",
  permission: "admin",
  sandbox: "read",
  query: erasuresQuery,
  success: { status: 200, description: "A page of erasures", body: erasureListAnswer },
  run: listErasures,
});

export const peopleOperations = [
  getPersonOperation,
  listHistoryOperation,
  previewPersonOperation,
  createExportOperation,
  getExportOperation,
  listExportsOperation,
  cancelExportOperation,
  downloadExportOperation,
  createErasureOperation,
  getErasureOperation,
  listErasuresOperation,
];
