import { defineOperation } from "../../http/operation.ts";
import { makeDirectoryToken, removeDirectoryToken } from "./directory-token.ts";
import { addDomain, checkDomain, listDomains, mailDomainLink, removeDomain } from "./domains.ts";
import { getIdentityProvider, removeIdentityProvider, setIdentityProvider } from "./set-identity-provider.ts";
import {
  domainAnswer,
  domainBody,
  domainListAnswer,
  domainMailBody,
  domainMailedAnswer,
  domainParams,
  doneAnswer,
  identityProviderAnswer,
  identityProviderBody,
  newDirectoryTokenAnswer,
  providerSettingsAnswer,
} from "./single-sign-on.schemas.ts";

const area = "Organization";
const ofOwners = { permission: "admin", sandbox: "refused", timeline: "system" } as const;

export const getIdentityProviderOperation = defineOperation({
  id: "organizations.identityProvider.get",
  area,
  method: "get",
  path: "/organizations/identity-provider",
  summary: "The organization's identity provider, by which members may sign in",
  permission: "admin",
  sandbox: "refused",
  success: { status: 200, description: "Without its secret", body: providerSettingsAnswer },
  run: getIdentityProvider,
});

export const setIdentityProviderOperation = defineOperation({
  id: "organizations.identityProvider.set",
  area,
  method: "put",
  path: "/organizations/identity-provider",
  secretFields: ["client_secret"],
  summary: "Set the identity provider (OIDC): who signs in there becomes a member, in the role of their groups",
  ...ofOwners,
  body: identityProviderBody,
  success: { status: 200, description: "The provider as it is now", body: identityProviderAnswer },
  errors: { 400: "It does not answer, or the secret is missing", 409: "No domain is proved" },
  run: setIdentityProvider,
});

export const removeIdentityProviderOperation = defineOperation({
  id: "organizations.identityProvider.remove",
  area,
  method: "delete",
  path: "/organizations/identity-provider",
  summary: "Remove the identity provider; the sessions that it has opened end",
  ...ofOwners,
  success: { status: 200, description: "Members log in with passwords", body: doneAnswer },
  errors: { 404: "There is none" },
  run: removeIdentityProvider,
});

export const makeDirectoryTokenOperation = defineOperation({
  id: "organizations.directoryToken.make",
  area,
  method: "post",
  path: "/organizations/directory-token",
  summary: "Make the token with which the organization's directory keeps its people (SCIM 2.0); the former one ends",
  ...ofOwners,
  success: { status: 200, description: "The token, shown this once", body: newDirectoryTokenAnswer },
  run: makeDirectoryToken,
});

export const removeDirectoryTokenOperation = defineOperation({
  id: "organizations.directoryToken.remove",
  area,
  method: "delete",
  path: "/organizations/directory-token",
  summary: "Remove the token of the organization's directory; members stay as they are",
  ...ofOwners,
  success: { status: 200, description: "The directory changes nothing more", body: doneAnswer },
  errors: { 404: "There is none" },
  run: removeDirectoryToken,
});

export const listDomainsOperation = defineOperation({
  id: "organizations.domains.list",
  area,
  method: "get",
  path: "/organizations/domains",
  summary: "The organization's domains, and what proves each",
  permission: "admin",
  sandbox: "refused",
  success: { status: 200, description: "By name", body: domainListAnswer },
  run: listDomains,
});

export const addDomainOperation = defineOperation({
  id: "organizations.domains.add",
  area,
  method: "post",
  path: "/organizations/domains",
  summary: "Add a domain of e-mail addresses; it counts once it is proved, by DNS or a mailed link",
  ...ofOwners,
  body: domainBody,
  success: { status: 200, description: "The domain, with the DNS record that proves it", body: domainAnswer },
  errors: { 409: "It is there already" },
  run: addDomain,
});

export const checkDomainOperation = defineOperation({
  id: "organizations.domains.check",
  area,
  method: "post",
  path: "/organizations/domains/{domain_id}/check",
  summary: "Look whether the domain's DNS record is there",
  ...ofOwners,
  share: "asking",
  params: domainParams,
  success: { status: 200, description: "It is proved", body: domainAnswer },
  errors: { 400: "DNS does not say so yet", 404: "No such domain" },
  run: checkDomain,
});

export const mailDomainOperation = defineOperation({
  id: "organizations.domains.mail",
  area,
  method: "post",
  path: "/organizations/domains/{domain_id}/mail",
  summary: "Mail who runs the domain a link that proves it",
  ...ofOwners,
  params: domainParams,
  body: domainMailBody,
  success: { status: 200, description: "It is on its way", body: domainMailedAnswer },
  errors: { 404: "No such domain", 409: "This platform sends no mail", 502: "The mail server refused the mail" },
  run: mailDomainLink,
});

export const removeDomainOperation = defineOperation({
  id: "organizations.domains.remove",
  area,
  method: "delete",
  path: "/organizations/domains/{domain_id}",
  summary: "Remove a domain: nobody new signs in with an address there",
  ...ofOwners,
  params: domainParams,
  success: { status: 200, description: "It is gone", body: doneAnswer },
  errors: { 404: "No such domain", 409: "Members have to sign in by the provider, and it is the last proved one" },
  run: removeDomain,
});

export const singleSignOnOperations = [
  getIdentityProviderOperation,
  setIdentityProviderOperation,
  removeIdentityProviderOperation,
  makeDirectoryTokenOperation,
  removeDirectoryTokenOperation,
  listDomainsOperation,
  addDomainOperation,
  checkDomainOperation,
  mailDomainOperation,
  removeDomainOperation,
];
