import { defineOperation } from "../http/operation.ts";
import { consentAnswer, consentBody, consentHistoryAnswer, consentQuery } from "./consents.schemas.ts";
import { getConsent } from "./get-consent.ts";
import { recordConsent } from "./record-consent.ts";

export const recordConsentOperation = defineOperation({
  id: "contacts.consents.record",
  area: "Contacts",
  method: "post",
  path: "/consents",
  summary: "Record a person's consent to be called, or its withdrawal, which is in force when this has answered",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  body: consentBody,
  success: { status: 200, description: "What holds for the number now", body: consentAnswer },
  errors: { 409: "`unknown` does not end a withdrawal" },
  run: recordConsent,
});

export const getConsentOperation = defineOperation({
  id: "contacts.consents.get",
  area: "Contacts",
  method: "get",
  path: "/consents",
  summary: "A number's consent and its history",
  permission: "viewer",
  sandbox: "read",
  query: consentQuery,
  success: { status: 200, description: "What holds now, and every change, newest first", body: consentHistoryAnswer },
  run: getConsent,
});

export const consentsOperations = [recordConsentOperation, getConsentOperation];
