import { defineOperation } from "../http/operation.ts";
import { createIntake, deleteIntake, readIntakes, updateIntake } from "./change-intake.ts";
import { contactListParams, deletedAnswer } from "./contacts.schemas.ts";
import {
  intakeAddressParams,
  intakeBody,
  intakeChanges,
  intakeParams,
  intakesAnswer,
  intakeWithSecretAnswer,
  takenAnswer,
} from "./intakes.schemas.ts";
import { takeContact } from "./take-contact.ts";

const AREA = "Contacts";
const UNKNOWN = { 404: "No such contact list or intake in the organization" };

export const createIntakeOperation = defineOperation({
  id: "contacts.intakes.create",
  area: AREA,
  method: "post",
  path: "/contact-lists/{contact_list_id}/intakes",
  summary:
    "Make an address that a form or a program sends contacts of a list to, or a rule that takes those of ended calls",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: contactListParams,
  body: intakeBody,
  success: {
    status: 200,
    description: "The intake; with the secret of an address, which is not shown again",
    body: intakeWithSecretAnswer,
  },
  errors: {
    ...UNKNOWN,
    409: "The list has as many as it may have",
    422: "The organization has no such agent or campaign",
  },
  run: createIntake,
});

export const listIntakesOperation = defineOperation({
  id: "contacts.intakes.list",
  area: AREA,
  method: "get",
  path: "/contact-lists/{contact_list_id}/intakes",
  summary: "The intakes of a list, and the newest payloads or calls that they could not take",
  permission: "viewer",
  sandbox: "read",
  params: contactListParams,
  share: "paging",
  success: { status: 200, description: "The intakes, oldest first", body: intakesAnswer },
  errors: UNKNOWN,
  run: readIntakes,
});

export const updateIntakeOperation = defineOperation({
  id: "contacts.intakes.update",
  area: AREA,
  method: "patch",
  path: "/contact-lists/{contact_list_id}/intakes/{intake_id}",
  summary: "Change an intake, or make it a new secret",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: intakeParams,
  body: intakeChanges,
  success: { status: 200, description: "The intake; with the secret where it is new", body: intakeWithSecretAnswer },
  errors: UNKNOWN,
  run: updateIntake,
});

export const deleteIntakeOperation = defineOperation({
  id: "contacts.intakes.delete",
  area: AREA,
  method: "delete",
  path: "/contact-lists/{contact_list_id}/intakes/{intake_id}",
  summary: "Delete an intake: it takes nothing any more",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: intakeParams,
  success: { status: 200, description: "It is deleted; its contacts stay", body: deletedAnswer },
  errors: UNKNOWN,
  run: deleteIntake,
});

export const takeContactOperation = defineOperation({
  id: "contacts.intakes.take",
  area: AREA,
  method: "post",
  path: "/public/intakes/{organization_id}/{intake_uuid}",
  summary: "Send a contact to an intake, signed with its secret",
  permission: "public",
  sandbox: "public",
  timeline: "system",
  bodyKind: "raw",
  params: intakeAddressParams,
  success: { status: 200, description: "What became of it", body: takenAnswer },
  errors: {
    402: "The organization's rows have reached their limit",
    403: "Not signed with the secret, or not lately",
    404: "No such intake, or it is not active",
    413: "Larger than 64 KB",
    422: "No contact can be made of it; it is kept with the reason",
  },
  run: takeContact,
});

export const intakesOperations = [
  createIntakeOperation,
  listIntakesOperation,
  updateIntakeOperation,
  deleteIntakeOperation,
  takeContactOperation,
];
