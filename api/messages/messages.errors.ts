import { badRequest, conflict, forbidden, HttpError, notFound, tooManyRequests } from "../http/http-error.ts";

export const messageNotFound = () => notFound("Message");

export const keyOfAnotherText = () =>
  conflict("idempotency_key_reused", "This Idempotency-Key was used for another text; send a new one");

export const campaignOfTextNotFound = () => notFound("Campaign");

export const textRefused = (outcome: string, sentence: string) => {
  if (outcome === "not_ready") return badRequest("telephony_not_ready", sentence);
  if (outcome === "no_texts") return badRequest("carrier_sends_no_texts", sentence);
  if (outcome === "too_long") return badRequest("text_too_long", sentence);
  return outcome === "blocked_budget" ? new HttpError(402, outcome, sentence) : forbidden(outcome, sentence);
};

export const textWaits = ({
  outcome,
  sentence,
  waitSeconds,
}: {
  outcome: string;
  sentence: string;
  waitSeconds: number;
}) => (outcome === "throttled" ? tooManyRequests(sentence, waitSeconds) : forbidden(outcome, sentence));
