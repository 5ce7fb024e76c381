import { type CountryCode, getExampleNumber, isSupportedCountry } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";
import { z } from "zod";
import type { RentedNumber } from "../telephony/simulator/simulator.protocol.ts";

export const numberQuerySchema = z.object({
  country: z.string().length(2),
  contains: z.string().regex(/^\d*$/).default(""),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

const COUNT = 1000;

/** Returns numbers of a country that are not rented: variations of the numbering plan's example. */
export const listAvailableNumbers = (
  query: z.infer<typeof numberQuerySchema>,
  rented: ReadonlyMap<string, RentedNumber>,
): { phone_number: string; country: string }[] => {
  const country = query.country.toUpperCase();
  const example = isCountry(country) ? getExampleNumber(country, examples)?.number : undefined;
  if (example === undefined) return [];
  const all = Array.from({ length: COUNT }, (_, index) => `${example.slice(0, -3)}${String(index).padStart(3, "0")}`);
  return all
    .filter((number) => number.includes(query.contains) && !rented.has(number))
    .slice(0, query.limit)
    .map((phone_number) => ({ phone_number, country }));
};

const isCountry = (text: string): text is CountryCode => isSupportedCountry(text);
