import { z } from "zod";
import { optional } from "../http/fields.ts";

/** Kept as text: the database knows microseconds, a Date does not. */
const instant = z.iso.datetime({ offset: true }).meta({
  description:
    "Answer what was true at this instant, from when the campaign was made until now; to the microsecond. Left out: now",
});

export const asOfQuery = z.object({ as_of: optional(instant) });

/** Fields of an answer about the past that the platform keeps for the moment only. */
export const unknownFields = z
  .array(z.string())
  .meta({ description: "With `as_of`: the fields that are not kept for the past; they are null or empty" });
