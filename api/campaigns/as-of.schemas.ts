import { z } from "zod";
import { optional } from "../http/fields.ts";

/** Text, because the database knows microseconds and a Date does not; in UTC, because it refuses offsets of 16 hours and more. */
const toUtc = (text: string): string => {
  const [, fraction = ""] = /\.(\d+)/.exec(text) ?? [];
  return new Date(text).toISOString().replace("Z", `${fraction.padEnd(6, "0").slice(3, 6)}Z`);
};

const instant = z.iso
  .datetime({ offset: true })
  .transform(toUtc)
  .refine((text) => /^(?!0000)\d{4}-/.test(text), "An instant lies between the years 1 and 9999")
  .meta({
    description:
      "Answer what was true at this instant, from when the campaign was made until now; to the microsecond. Left out: now",
  });

export const asOfQuery = z.object({ as_of: optional(instant) });

/** Fields of an answer about the past that the platform keeps for the moment only. */
export const unknownFields = z
  .array(z.string())
  .meta({ description: "With `as_of`: the fields that are not kept for the past; they are null or empty" });
