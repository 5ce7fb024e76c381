import { badRequest, conflict, forbidden, notFound } from "../http/http-error.ts";

export const invitationInvalid = () =>
  badRequest("invitation_invalid", "The invitation is unknown, used or expired; ask for another one");
export const resetInvalid = () =>
  badRequest("reset_invalid", "The link to a new password is unknown, used or expired; ask for another one");
export const signUpInvalid = () =>
  badRequest("signup_invalid", "The link of this sign-up is unknown or expired; sign up again");
export const accountMadeMeanwhile = () =>
  conflict("account_made_meanwhile", "An account has just been made for this address; accept again with its password");
export const wrongPassword = () =>
  forbidden("wrong_password", "The password is wrong; try again, or ask for a link to set a new one");
export const sessionNeeded = () =>
  forbidden("session_needed", "An API key belongs to one organization and has no sessions; log in for this");
export const organizationNotFound = () => notFound("Organization");
export const sessionNotFound = () => notFound("Session");
