import type { SpanFault } from "../../domain/campaign/campaign-span.ts";
import { MOST_WHAT_IFS_UNDER_WAY } from "../../domain/what-if/what-if.ts";
import {
  badRequest,
  conflict,
  forbidden,
  type HttpError,
  invalidField,
  invalidParameter,
  notFound,
  unavailable,
} from "../http/http-error.ts";
import { explainMissingPrices } from "../organizations/budget.errors.ts";

export const campaignNotFound = () => notFound("Campaign");
export const contactNotInCampaign = () => notFound("Contact in the campaign");
export const uploadedFileNotFound = () => notFound("Uploaded file");

export const accountGone = () =>
  badRequest("telephony_not_configured", "The campaign's carrier account was deleted: make a new campaign");

export const consentMissing = () =>
  invalidField(
    ["consent_attested"],
    "Attest that these people agreed to be called: send consent_attested true with the start, or when creating",
    "consent_missing",
  );

export const importUnderWay = (row: { id: number; contact_list_id: number }) =>
  conflict(
    "import_under_way",
    `Import ${row.id} into the contact list is under way, and the campaign would leave out for good who is not there yet: ` +
      `start it when the import has ended (GET /contact-lists/${row.contact_list_id}/imports/${row.id})`,
  );

export const listGone = () =>
  conflict(
    "contact_list_gone",
    "The contact list was deleted before the campaign took its contacts, so there is nobody to call: make a new campaign",
  );

export const spanImpossible = ({ field, sentence }: SpanFault) => invalidField([field], sentence, "dates_impossible");

export const neverRecurs = () =>
  invalidField(["recurrence", "rule"], "No time of this rule is still to come", "dates_impossible");

export const endHasPassed = () =>
  conflict("campaign_state", "The campaign's end has passed: set a later ends_at first, or cancel the campaign");

export const commandRefused = (sentence: string) => conflict("campaign_state", sentence);

export const forecastImpossible = (sentence: string) => conflict("forecast_impossible", sentence);

export const instantInFuture = () =>
  invalidParameter("as_of", "This instant is in the future: leave as_of out to read what is true now");
export const instantBeforeCampaign = (createdAt: Date) =>
  invalidParameter("as_of", `The campaign was made at ${createdAt.toISOString()}: name this instant or a later one`);
export const pastNotKept = () =>
  conflict(
    "past_not_kept",
    "The campaign was under way before the platform kept every change with its instant, so what was true then is not known: " +
      "leave as_of out to read what is true now",
  );

export const pastRemoved = (calls: number) =>
  conflict(
    "past_not_kept",
    `${calls} calls of the campaign were removed since, so what came of them by then is not known: leave as_of out to read their sums`,
  );

export const noPast = (sentence: string) => conflict("no_past", sentence);
export const journeyVersionNotFound = () => notFound("Version of the journey");
export const stepWebhookNotFound = () => notFound("Webhook of a step");
export const stepChannelNotFound = () => notFound("Channel of a step");
export const stepNotReady = (index: number, field: string, sentence: string) =>
  invalidField(["steps", index, field], sentence);
export const whatIfNotFound = () => notFound("What-if");
export const tooManyWhatIfs = () =>
  conflict(
    "what_ifs_under_way",
    `${MOST_WHAT_IFS_UNDER_WAY} questions of the organization are worked on: ask again when one is answered`,
  );

export const notDecidedYet = (cause: unknown): HttpError =>
  unavailable("The campaign has not answered yet; give the command again, repeating it is harmless", cause);

export const filterInvalid = (sentence: string) => badRequest("invalid_filter", sentence);
export const filterNotAllowed = (sentence: string) => forbidden("filter_not_allowed", sentence);

export const budgetUnpriced = (provider: string, currency: string) =>
  invalidField(["budget", "currency"], explainMissingPrices([provider], currency));

export const contactsHaveNoDates = () =>
  invalidParameter("start_date", "start_date and end_date choose calls: leave them out with rows=contacts");
