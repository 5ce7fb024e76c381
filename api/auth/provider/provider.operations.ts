import { defineOperation } from "../../http/operation.ts";
import { confirmDomain } from "./confirm-domain.ts";
import { endByProvider } from "./end-by-provider.ts";
import { finishProvider } from "./finish-provider.ts";
import {
  confirmDomainBody,
  confirmedDomainAnswer,
  endByProviderParams,
  finishProviderQuery,
  startProviderQuery,
  waysInAnswer,
  waysInBody,
} from "./provider.schemas.ts";
import { listWaysIn, startProvider } from "./start-provider.ts";

const area = "Service";
const page = "A browser is led on";

export const listWaysInOperation = defineOperation({
  id: "account.waysIn",
  area,
  method: "post",
  path: "/auth/ways-in",
  summary: "The identity providers of an e-mail address's domain; it tells nothing about the address itself",
  permission: "public",
  sandbox: "public",
  timeline: { none: "It changes nothing" },
  body: waysInBody,
  success: { status: 200, description: "Empty where only a password opens an account", body: waysInAnswer },
  run: listWaysIn,
});

export const startProviderOperation = defineOperation({
  id: "account.startProvider",
  area,
  method: "get",
  path: "/auth/provider/start",
  summary: "Lead a browser to the organization's identity provider",
  permission: "public",
  sandbox: "public",
  query: startProviderQuery,
  success: { status: 303, description: page },
  errors: { 404: "No such organization, or it has no identity provider" },
  run: startProvider,
});

export const finishProviderOperation = defineOperation({
  id: "account.finishProvider",
  area,
  method: "get",
  path: "/auth/provider/callback",
  summary: "Where an identity provider sends people back: opens their session in a cookie",
  permission: "public",
  sandbox: "public",
  query: finishProviderQuery,
  foreignQuery: "Identity providers add parameters of their own",
  success: { status: 303, description: page },
  run: finishProvider,
});

export const endByProviderOperation = defineOperation({
  id: "account.endByProvider",
  area,
  method: "post",
  path: "/auth/provider/log-out/{organization_id}",
  summary: "An identity provider reports a log-out (OIDC Back-Channel Logout 1.0): the sessions that it opened end",
  permission: "public",
  sandbox: "public",
  timeline: { none: "Sessions of people are not events of the organization" },
  bodyKind: "raw",
  params: endByProviderParams,
  success: { status: 204, description: "They have ended" },
  errors: { 400: "No log-out token of this provider", 404: "The organization has no identity provider" },
  run: endByProvider,
});

export const confirmDomainOperation = defineOperation({
  id: "account.confirmDomain",
  area,
  method: "post",
  path: "/auth/confirm-domain",
  summary: "Prove a domain by the link that was mailed to who runs it",
  permission: "public",
  sandbox: "public",
  timeline: "system",
  body: confirmDomainBody,
  success: { status: 200, description: "The domain is the organization's", body: confirmedDomainAnswer },
  errors: { 400: "The link is unknown or expired" },
  run: confirmDomain,
});

export const providerOperations = [
  listWaysInOperation,
  startProviderOperation,
  finishProviderOperation,
  endByProviderOperation,
  confirmDomainOperation,
];
