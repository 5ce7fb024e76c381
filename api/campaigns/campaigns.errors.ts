import { badRequest, conflict, forbidden, HttpError, invalidField, notFound, unavailable } from "../http/http-error.ts";

export const campaignNotFound = () => notFound("Campaign");
export const agentNotFound = () => notFound("Agent");
export const contactListNotFound = () => notFound("Contact list");
export const uploadedFileNotFound = () => notFound("Uploaded file");
export const accountNotFound = () => notFound("Telephony configuration");

/** A fault of the query, as 422 answers list them. */
export const cursorInvalid = () =>
  new HttpError(422, "validation_error", [
    { loc: ["query", "cursor"], msg: "This is no next_cursor of a page before", type: "value_error" },
  ]);

export const agentNotReady = (sentence: string) => badRequest("agent_not_ready", sentence);
export const accountNotReady = (sentence: string) => badRequest("telephony_not_ready", sentence);
export const noAccount = () =>
  badRequest(
    "telephony_not_configured",
    "There is no default carrier account: name one in telephony_configuration_id, or make one the default",
  );
export const accountGone = () =>
  badRequest("telephony_not_configured", "The campaign's carrier account was deleted: make a new campaign");

export const realCarrierFromSandbox = () =>
  forbidden("sandbox_key", "A sandbox key dials only the simulator: use a production key for a real carrier");

export const consentMissing = () =>
  invalidField(
    ["consent_attested"],
    "Attest that these people agreed to be called: send consent_attested true with the start, or when creating",
    "consent_missing",
  );

export const commandRefused = (sentence: string) => conflict("campaign_state", sentence);
export const notEditable = (state: string) =>
  conflict("campaign_state", `A ${state} campaign cannot be changed: only draft and paused ones can; pause it first`);

export const notDecidedYet = (cause: unknown): HttpError =>
  unavailable("The campaign has not answered yet; give the command again, repeating it is harmless", cause);

export const filterInvalid = (sentence: string) => badRequest("invalid_filter", sentence);
export const filterNotAllowed = (sentence: string) => forbidden("filter_not_allowed", sentence);
