import { findLineNumber } from "./repeated-functions.ts";

/** A number that stands under one name in several files. */
export interface RepeatedConstant {
  name: string;
  value: number;
  places: { file: string; line: number; name: string }[];
}

interface Source {
  file: string;
  source: string;
}

const CONSTANT = /^(?:export )?const ([A-Z][A-Z\d_]*)(?:: number)? = ([\w.* ]+);$/gm;

/** The units that stand in a product: `7 * DAY_MS`. */
const UNITS: Readonly<Record<string, number>> = {
  KILOBYTE: 1024,
  MEGABYTE: 1_048_576,
  MINUTE_MS: 60_000,
  HOUR_MS: 3_600_000,
  DAY_MS: 86_400_000,
  MINUTE_SECONDS: 60,
  HOUR_SECONDS: 3_600,
  DAY_SECONDS: 86_400,
};

/**
 * Finds numbers that have the same name and the same value in several files: one decision that stands in copies, or a
 * name that does not say what is decided. Adapters of two vendors are not compared: what each vendor allows is its own.
 */
export const findRepeatedConstants = (sources: readonly Source[]): RepeatedConstant[] => {
  const byMeaning = new Map<string, RepeatedConstant>();
  for (const { file, source } of sources) {
    for (const match of source.matchAll(CONSTANT)) {
      const [, name = "", product = ""] = match;
      const value = multiply(product);
      if (value === null) continue;
      const key = [name, value, vendorOf(file)].join(" ");
      const found = byMeaning.get(key) ?? { name, value, places: [] };
      found.places.push({ file, line: findLineNumber(source, match.index), name });
      byMeaning.set(key, found);
    }
  }
  return [...byMeaning.values()].filter(({ places }) => places.length > 1);
};

/** Returns the value of a product of numbers and units; null: it consists of something else. */
const multiply = (product: string): number | null => {
  const value = product
    .split("*")
    .map((factor) => factor.trim())
    .reduce((so, factor) => so * (UNITS[factor] ?? Number(factor.replaceAll("_", ""))), 1);
  return Number.isNaN(value) ? null : value;
};

const vendorOf = (file: string): string => /^infra\/telephony\/(\w+)\//.exec(file)?.[1] ?? "";
