import { MOST_ENTRIES } from "../../domain/record/entry.ts";
import { conflict, invalidParameter, notFound } from "../http/http-error.ts";

export const nothingSealed = () => notFound("A sealed entry of this record");
export const tileNotFound = () => notFound("Tile");
export const runNotFound = () => notFound("Run");
export const campaignNotFound = () => notFound("Campaign");
export const tooManyEntries = () =>
  invalidParameter(
    "to",
    `At most ${MOST_ENTRIES} entries are read at once: to is larger than from by no more than that`,
  );
export const tooMuchHappens = () =>
  conflict(
    "record_in_motion",
    "Calls begin and end faster than they are sealed: pause the campaign, or ask again later",
  );
export const recordRefused = (refusal: string) => conflict("record_refused", refusal);
