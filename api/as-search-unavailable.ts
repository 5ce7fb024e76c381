import { PassageIndexError } from "../infra/passage-index/passage-index.ts";
import { unavailable } from "./http/http-error.ts";

/** Throws what the API answers where an index does not answer. */
export const asSearchUnavailable = (error: unknown): never => {
  if (error instanceof PassageIndexError)
    throw unavailable("Search is not available now; try again in a moment", error);
  throw error;
};
