import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import { createPhoneNumber } from "./create-phone-number.ts";
import { deletePhoneNumber } from "./delete-phone-number.ts";
import { getPhoneNumber, listPhoneNumbers } from "./numbers.reads.ts";
import {
  createPhoneNumberBody,
  deletedPhoneNumberAnswer,
  phoneNumberAnswer,
  phoneNumberListAnswer,
  phoneNumberParams,
  phoneNumbersParams,
  updatePhoneNumberBody,
} from "./phone-numbers.schemas.ts";
import { setDefaultCaller } from "./set-default-caller.ts";
import { updatePhoneNumber } from "./update-phone-number.ts";

const PATH = "/organizations/telephony-configs/{config_id}/phone-numbers";
const NO_NUMBER = "No such number on that configuration in the organization";

export const listPhoneNumbersOperation = defineOperation({
  id: "telephony.phoneNumbers.list",
  area: "Telephony",
  method: "get",
  path: PATH,
  summary: "Numbers on a carrier account",
  permission: "viewer",
  sandbox: "read",
  params: phoneNumbersParams,
  success: { status: 200, description: "The numbers, oldest first", body: phoneNumberListAnswer },
  errors: { 404: "No such telephony configuration in the organization" },
  share: "listing",
  run: listPhoneNumbers,
});

export const createPhoneNumberOperation = defineOperation({
  id: "telephony.phoneNumbers.create",
  area: "Telephony",
  method: "post",
  path: PATH,
  summary: "Add a number and point it at an agent",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: phoneNumbersParams,
  body: createPhoneNumberBody,
  success: { status: 200, description: "The number", body: phoneNumberAnswer },
  errors: {
    400: "The number is neither on the account nor verified, or an inactive number shall be the default caller id",
    402: QUOTA_REACHED,
    404: "No such telephony configuration or agent in the organization",
    409: "The number is connected already",
    502: "The carrier could not say whether the number is on the account",
  },
  run: createPhoneNumber,
});

export const getPhoneNumberOperation = defineOperation({
  id: "telephony.phoneNumbers.get",
  area: "Telephony",
  method: "get",
  path: `${PATH}/{phone_number_id}`,
  summary: "One number",
  permission: "viewer",
  sandbox: "read",
  params: phoneNumberParams,
  success: { status: 200, description: "The number", body: phoneNumberAnswer },
  errors: { 404: NO_NUMBER },
  run: getPhoneNumber,
});

export const updatePhoneNumberOperation = defineOperation({
  id: "telephony.phoneNumbers.update",
  area: "Telephony",
  method: "put",
  path: `${PATH}/{phone_number_id}`,
  summary: "Repoint or rename a number",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: phoneNumberParams,
  body: updatePhoneNumberBody,
  success: { status: 200, description: "The changed number", body: phoneNumberAnswer },
  errors: {
    400: "The number is no longer verified",
    402: QUOTA_REACHED,
    404: "No such number on that configuration, or no such agent, in the organization",
    409: "The number was given back",
  },
  run: updatePhoneNumber,
});

export const deletePhoneNumberOperation = defineOperation({
  id: "telephony.phoneNumbers.delete",
  area: "Telephony",
  method: "delete",
  path: `${PATH}/{phone_number_id}`,
  summary: "Remove a number",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: phoneNumberParams,
  success: { status: 200, description: "It is deleted", body: deletedPhoneNumberAnswer },
  errors: {
    404: NO_NUMBER,
    409: "It is rented through the platform: release it",
    502: "The carrier could not be updated, so the number stays",
  },
  run: deletePhoneNumber,
});

export const setDefaultCallerOperation = defineOperation({
  id: "telephony.phoneNumbers.setDefaultCaller",
  area: "Telephony",
  method: "post",
  path: `${PATH}/{phone_number_id}/set-default-caller`,
  summary: "Make this the default caller id",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: phoneNumberParams,
  success: { status: 200, description: "The default caller id", body: phoneNumberAnswer },
  errors: { 400: "The number is inactive", 404: NO_NUMBER },
  run: setDefaultCaller,
});

export const phoneNumbersOperations = [
  listPhoneNumbersOperation,
  createPhoneNumberOperation,
  getPhoneNumberOperation,
  updatePhoneNumberOperation,
  deletePhoneNumberOperation,
  setDefaultCallerOperation,
];
