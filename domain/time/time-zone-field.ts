import { z } from "zod";
import { describeWrongZone, isTimeZone } from "./time-zone.ts";

const isZoneOrEmpty = (text: string): boolean => text === "" || isTimeZone(text);
const wrongZone = { error: ({ input }: { input?: unknown }) => describeWrongZone(String(input)) };

/** The name of a time zone, in a request. */
export const timeZone = z
  .string()
  .refine(isTimeZone, wrongZone)
  .meta({ description: "A name of the IANA database with a slash (Europe/Berlin), or UTC or GMT" });

/** The same, or an empty text where a zone can be taken away. */
export const timeZoneOrEmpty = z.string().refine(isZoneOrEmpty, wrongZone);
