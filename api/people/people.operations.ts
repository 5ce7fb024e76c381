import { defineOperation } from "../http/operation.ts";
import { createErasure } from "./create-erasure.ts";
import { previewPerson } from "./find-person.ts";
import { getErasure, listErasures } from "./people.reads.ts";
import {
  erasureAnswer,
  erasureBody,
  erasureListAnswer,
  erasureParams,
  erasuresQuery,
  foundPersonAnswer,
  personBody,
} from "./people.schemas.ts";

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
  previewPersonOperation,
  createErasureOperation,
  getErasureOperation,
  listErasuresOperation,
];
