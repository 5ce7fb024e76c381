import { defineOperation } from "../http/operation.ts";
import { confirmVerification } from "./confirm-verification.ts";
import { listVerificationOptions } from "./list-verification-options.ts";
import { listVerifiedNumbers } from "./numbers.reads.ts";
import { removeVerifiedNumber } from "./remove-verified-number.ts";
import { startVerification } from "./start-verification.ts";
import {
  confirmVerificationBody,
  removedVerifiedNumberAnswer,
  startedVerificationAnswer,
  startVerificationBody,
  verificationOptionsAnswer,
  verifiedNumberAnswer,
  verifiedNumberListAnswer,
  verifiedNumberParams,
} from "./verified-numbers.schemas.ts";

export const listVerifiedNumbersOperation = defineOperation({
  id: "numbers.verified.list",
  area: "Numbers",
  method: "get",
  path: "/verified-numbers",
  summary: "Numbers that the business has declared, or a carrier has found, to be its own",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The numbers, oldest first", body: verifiedNumberListAnswer },
  run: listVerifiedNumbers,
});

export const verificationOptionsOperation = defineOperation({
  id: "numbers.verified.options",
  area: "Numbers",
  method: "get",
  path: "/verified-numbers/options",
  summary: "How a number can be verified",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The methods", body: verificationOptionsAnswer },
  run: listVerificationOptions,
});

export const startVerificationOperation = defineOperation({
  id: "numbers.verified.start",
  area: "Numbers",
  method: "post",
  path: "/verified-numbers/start",
  summary: "Start verifying a number, by a call",
  permission: "admin",
  sandbox: "refused",
  timeline: "call_started",
  body: startVerificationBody,
  success: { status: 200, description: "The number is being called", body: startedVerificationAnswer },
  errors: {
    400: "The account or the number prevents it; code says which",
    404: "No such telephony configuration in the organization",
    409: "It is verified already",
    502: "The carrier refused, in its own words",
    503: "The workflow engine is not reachable; nobody was called",
  },
  run: startVerification,
});

export const confirmVerificationOperation = defineOperation({
  id: "numbers.verified.confirm",
  area: "Numbers",
  method: "post",
  path: "/verified-numbers/confirm",
  summary: "Confirm a number with the code",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: confirmVerificationBody,
  success: { status: 200, description: "It is verified", body: verifiedNumberAnswer },
  errors: {
    400: "The code is wrong",
    404: "No verification of this number was started",
    409: "The verification is over: expired, or too many tries",
    502: "The carrier cannot be asked",
  },
  run: confirmVerification,
});

export const removeVerifiedNumberOperation = defineOperation({
  id: "numbers.verified.remove",
  area: "Numbers",
  method: "delete",
  path: "/verified-numbers/{phone_number}",
  summary: "Remove a verified number; it is no caller id from then on",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: verifiedNumberParams,
  success: { status: 200, description: "It is removed", body: removedVerifiedNumberAnswer },
  errors: { 404: "No such verified number in the organization" },
  run: removeVerifiedNumber,
});

export const verifiedNumbersOperations = [
  listVerifiedNumbersOperation,
  verificationOptionsOperation,
  startVerificationOperation,
  confirmVerificationOperation,
  removeVerifiedNumberOperation,
];
