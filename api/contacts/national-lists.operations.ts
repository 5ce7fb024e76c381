import { defineOperation } from "../http/operation.ts";
import { getNationalList, listNationalLists } from "./contacts.reads.ts";
import { createNationalList } from "./create-national-list.ts";
import {
  nationalListAnswer,
  nationalListBody,
  nationalListParams,
  nationalListsAnswer,
  nationalListsQuery,
} from "./national-lists.schemas.ts";
import { removeNationalList } from "./remove-national-list.ts";

export const createNationalListOperation = defineOperation({
  id: "contacts.nationalLists.create",
  area: "Contacts",
  method: "post",
  path: "/do-not-call/national",
  summary: "Load a national do-not-call list from an uploaded file",
  permission: "operator",
  sandbox: "refused",
  timeline: "system",
  body: nationalListBody,
  addsRows: true,
  success: {
    status: 202,
    description: "It is being loaded; it takes effect when its state is in_force",
    body: nationalListAnswer,
  },
  errors: { 404: "No such file of the organization", 409: "A newer list of the source is in force" },
  run: createNationalList,
});

export const listNationalListsOperation = defineOperation({
  id: "contacts.nationalLists.list",
  area: "Contacts",
  method: "get",
  path: "/do-not-call/national",
  summary: "National do-not-call lists, in force and former ones",
  permission: "viewer",
  sandbox: "read",
  query: nationalListsQuery,
  success: { status: 200, description: "One page, the newest first", body: nationalListsAnswer },
  run: listNationalLists,
});

export const getNationalListOperation = defineOperation({
  id: "contacts.nationalLists.get",
  area: "Contacts",
  method: "get",
  path: "/do-not-call/national/{national_list_id}",
  summary: "The state of a national list",
  permission: "viewer",
  sandbox: "read",
  params: nationalListParams,
  success: { status: 200, description: "Its state and figures", body: nationalListAnswer },
  errors: { 404: "No such list" },
  run: getNationalList,
});

export const removeNationalListOperation = defineOperation({
  id: "contacts.nationalLists.remove",
  area: "Contacts",
  method: "delete",
  path: "/do-not-call/national/{national_list_id}",
  summary: "Take a national list out of force",
  permission: "operator",
  sandbox: "refused",
  timeline: "system",
  params: nationalListParams,
  success: { status: 200, description: "It no longer prevents calls", body: nationalListAnswer },
  errors: { 404: "No such list, or it is no longer in force" },
  run: removeNationalList,
});

export const nationalListsOperations = [
  createNationalListOperation,
  listNationalListsOperation,
  getNationalListOperation,
  removeNationalListOperation,
];
