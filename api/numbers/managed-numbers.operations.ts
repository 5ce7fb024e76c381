import { defineOperation } from "../http/operation.ts";
import {
  availableNumbersAnswer,
  managedNumberParams,
  managedNumbersQuery,
  rentNumberBody,
  searchNumbersBody,
} from "./managed-numbers.schemas.ts";
import { listManagedNumbers } from "./numbers.reads.ts";
import { phoneNumberAnswer, phoneNumberListAnswer } from "./phone-numbers.schemas.ts";
import { releaseNumber } from "./release-number.ts";
import { rentNumber } from "./rent-number.ts";
import { searchNumbers } from "./search-numbers.ts";

export const searchNumbersOperation = defineOperation({
  id: "numbers.search",
  area: "Numbers",
  method: "post",
  path: "/managed-numbers/search",
  summary: "Find numbers that the account's carrier rents out",
  permission: "operator",
  sandbox: "read",
  timeline: { none: "It only reads" },
  body: searchNumbersBody,
  success: { status: 200, description: "The numbers that can be rented now", body: availableNumbersAnswer },
  errors: {
    400: "No account, or its carrier has no numbers",
    404: "No such telephony configuration in the organization",
    502: "The carrier cannot be asked",
  },
  run: searchNumbers,
});

export const listManagedNumbersOperation = defineOperation({
  id: "numbers.list",
  area: "Numbers",
  method: "get",
  path: "/managed-numbers",
  summary: "The numbers that the organization rents, on all of its accounts",
  permission: "viewer",
  sandbox: "read",
  query: managedNumbersQuery,
  success: { status: 200, description: "The numbers, oldest first", body: phoneNumberListAnswer },
  run: listManagedNumbers,
});

export const rentNumberOperation = defineOperation({
  id: "numbers.provision",
  area: "Numbers",
  method: "post",
  path: "/managed-numbers",
  summary: "Rent a number; repeating the request rents nothing twice",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: rentNumberBody,
  success: { status: 201, description: "The number, also when it was rented before", body: phoneNumberAnswer },
  errors: {
    400: "No account, or its carrier has no numbers",
    402: "The carrier does not rent it to this account: funds, permission, documents",
    404: "No such telephony configuration or agent in the organization",
    409: "Somebody else has it, or it is on the account already",
    502: "The carrier cannot be asked, or has not said yet whether it rented the number",
    503: "The workflow engine is not reachable; nothing was rented",
  },
  run: rentNumber,
});

export const releaseNumberOperation = defineOperation({
  id: "numbers.release",
  area: "Numbers",
  method: "post",
  path: "/managed-numbers/{phone_number_id}/release",
  summary: "Give a rented number back; it takes no calls from then on",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: managedNumberParams,
  success: {
    status: 200,
    description: "The number; `released_at` is null until its carrier has confirmed the release",
    body: phoneNumberAnswer,
  },
  errors: {
    404: "No such number in the organization",
    409: "It was not rented through the platform",
    502: "The carrier keeps it, in its own words",
    503: "The workflow engine is not reachable; ask again",
  },
  run: releaseNumber,
});

export const managedNumbersOperations = [
  searchNumbersOperation,
  listManagedNumbersOperation,
  rentNumberOperation,
  releaseNumberOperation,
];
