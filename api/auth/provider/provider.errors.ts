import { badRequest, forbidden } from "../../http/http-error.ts";

export const providerNeeded = () =>
  forbidden(
    "provider_needed",
    "Members of this organization sign in by its identity provider; only owners use a password there",
  );
export const signInThere = () =>
  forbidden(
    "sign_in_there",
    "You signed in by the identity provider of one organization, which opens no other one; log in for that one",
  );
export const logOutInvalid = (cause: unknown) => {
  const error = badRequest("log_out_invalid", "This is no log-out token of the organization's identity provider");
  error.cause = cause;
  return error;
};
export const domainLinkInvalid = () =>
  badRequest(
    "domain_link_invalid",
    "The link is unknown or expired, or the domain was removed; have another one mailed",
  );
