import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { operations } from "../api/areas.ts";

/**
 * `node scripts/examples.ts EXCHANGES`: writes the examples of the OpenAPI document from exchanges that tests recorded
 * (`RECORD_EXCHANGES=FILE npm test -- test`). An operation keeps the example that it has while that is in the file's form; `--all` takes all anew.
 */
const TARGET = join(import.meta.dirname, "../api/http/openapi/examples.json");

const recordedExchange = z.object({
  id: z.string(),
  request: z.unknown().optional(),
  status: z.number(),
  answer: z.unknown().optional(),
});
type Exchange = z.output<typeof recordedExchange>;

interface Example {
  request?: unknown;
  answer?: unknown;
}

const LONGEST = 6_000;
const MOST_ITEMS = 2;

const main = (file: string): void => {
  const byId = Map.groupBy(readExchanges(file), ({ id }) => id);
  const examples: Record<string, Example> = {};
  for (const { id, success } of operations) {
    const fitting = (byId.get(id) ?? []).filter(({ status }) => status === success.status).map(exampleOf);
    const [best] = fitting.filter(isPrintable).sort((one, other) => rank(other) - rank(one));
    if (best) examples[id] = best;
  }
  writeFileSync(TARGET, `${JSON.stringify(examples, null, 1)}\n`);
  console.log(`${Object.keys(examples).length} of ${operations.length} operations have an example`);
};

const readExchanges = (file: string): Exchange[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => recordedExchange.parse(JSON.parse(line)));

const exampleOf = ({ request, answer }: Exchange): Example => ({
  ...(request !== undefined && { request: shorten(request) }),
  ...(answer !== undefined && { answer: shorten(answer) }),
});

/** The program holds one-byte letters, and nobody reads an example that fills a screen. */
const isPrintable = (example: Example): boolean => {
  const text = JSON.stringify(example);
  return text.length <= LONGEST && /^[\x20-\x7e]*$/.test(text);
};

/** The fuller example tells more; among equals the shorter one. */
const rank = (example: Example): number => {
  const text = JSON.stringify(example);
  const empty = text.match(/null|\[\]|\{\}/g)?.length ?? 0;
  const fields = text.match(/":/g)?.length ?? 0;
  return Math.min(fields, 60) * 3 - empty * 4 - text.length / 400;
};

const SECRET = /^(token|api_key|secret|password|new|current|key|public_access_token|authorization_url|code_to_type)$/;
/** Tokens and signed policies that stand under other names. */
const SIGNED = /^[\w+/=.-]{60,}$/;
const OWN_ADDRESS = /(http|ws)s?:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g;

const shorten = (value: unknown, name = ""): unknown => {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => shorten(item));
  if (typeof value === "string") return shortenText(value, name);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shorten(each, key)]));
};

/** Secrets of tests are worth nothing, and an example shows none all the same. */
const shortenText = (text: string, name: string): string => {
  if (text.length > LONGEST) return text;
  if (SECRET.test(name) && /[0-9a-z]{12}/i.test(text) && !/^https?:/.test(text)) return `${text.slice(0, 9)}...`;
  if (SIGNED.test(text) && !name.endsWith("hash")) return `${text.slice(0, 9)}...`;
  return text
    .replace(OWN_ADDRESS, "$1s://ringdown.example")
    .replace(/[\w-]{9,}\.[\w-]{5,}\.[\w-]{30,}/g, "...")
    .replace(/#[\w.-]{40,}$/, "#...")
    .replace(/([?&](?:token|X-Amz-[A-Za-z]+)=)[^&]+/g, "$1...");
};

const [file] = process.argv.slice(2);
if (!file) throw new Error("Name the file of exchanges: node scripts/examples.ts exchanges.jsonl");
main(file);
