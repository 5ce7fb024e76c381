import { MOST_VALUES_OF_VARIABLE } from "../../../domain/analytics/question.rules.ts";
import { badRequest, forbidden, HttpError, notFound } from "../../http/http-error.ts";

export const daysAndDates = () =>
  badRequest("days_and_dates", "Send days, or start_date and end_date: both name a span");

export const tooManyRows = (most: number) =>
  badRequest(
    "too_many_rows",
    `The answer would have more than ${most} rows: ask for a shorter span, longer periods or fewer dimensions`,
  );

export const notEnumerated = () =>
  badRequest(
    "variable_not_enumerated",
    `A variable with more than ${MOST_VALUES_OF_VARIABLE} different values is free text, by which calls are not grouped: use filled:NAME, or variable:NAME as a measure of numbers`,
  );

export const questionTooSlow = (cause: unknown) =>
  new HttpError(
    400,
    "question_too_slow",
    "The question reads more calls than there is time for: ask for a shorter span, or for one agent or campaign",
    { cause },
  );

export const viewNotFound = () => notFound("View");
export const sharingForbidden = () =>
  forbidden("role_insufficient", "Viewers keep views for themselves: an operator shares them");
export const viewOfAnother = () =>
  forbidden("role_insufficient", "The view is shared by somebody else: they or an admin change it");
