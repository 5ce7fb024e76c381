import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { findWithdrawal } from "../../domain/agent/usable-agent-version.ts";
import { describeFault } from "../../domain/json/describe-fault.ts";
import { loadConsoleModule } from "./console-module.ts";

interface Catalogue {
  refusals: {
    sentences: Record<string, string>;
    statuses: Record<number, string>;
    patterns: readonly (readonly [RegExp, (...found: (string | undefined)[]) => string])[];
  };
}

const { refusals } = await loadConsoleModule<Catalogue>("words/de/refusals.ts");
const { refusalCodes } = await loadConsoleModule<{ refusalCodes: Record<string, string> }>("words/de/refusal-codes.ts");

const root = join(import.meta.dirname, "../..");
const readAll = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(root, folder, file), "utf8"))
    .join("\n");
const api = readAll("api");
/** What says why something is refused, or has failed. */
const saying = [api, ...["activities", "application", "domain", "infra/postgres"].map(readAll)]
  .join("\n")
  .replaceAll(/"\s*\+\s*"/g, "");

/** Every error of the API is made by one of these, with its code in front. */
const ERRORS =
  /\b(?:(?:badRequest|forbidden|conflict|upstreamFailed)\(\s*|new HttpError\(\s*\w+,\s*|new SettledBeforeError\(\s*)(?:"(\w+)"|`(\w+)_\$\{|(\w+))/g;

/** What a code that ends with a variable part may be, and what else hands a code on. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  call: ["call_failed", "call_rejected"],
  model: ["invalid_answer", "rate_limited", "refused", "timeout", "unauthorized", "unavailable"].map(
    (fault) => `model_${fault}`,
  ),
  outcome: ["blocked_cap", "blocked_consent", "blocked_dnc", "blocked_number_kind", "blocked_window", "invalid_number"],
  code: [],
  error: [],
};

const codesOfApi = (): string[] =>
  [...api.matchAll(ERRORS)].flatMap(([, code, start = "", variable = ""]) =>
    code === undefined ? (COMPOSED[start + variable] ?? [`${start}${variable}: not known to this test`]) : [code],
  );

describe("the German words for refusals", () => {
  it("know every code of the API, and no others", () => {
    expect(Object.keys(refusalCodes).toSorted()).toEqual([...new Set(codesOfApi())].toSorted());
  });

  it("know no sentence that the API does not say", () => {
    const said = saying.replaceAll(/notFound\("([^"]+)"\)/g, '"$1 not found"');
    expect(Object.keys(refusals.sentences).filter((sentence) => !said.includes(`"${sentence}"`))).toEqual([]);
  });

  it("know no pattern of sentences that the API does not say", () => {
    const longestPart = (pattern: RegExp): string =>
      pattern.source
        .split(/\((?:[^()]|\([^()]*\))*\)\??|\.\*|[$^]/)
        .toSorted((one, other) => other.length - one.length)[0] ?? "";
    const unknown = refusals.patterns.map(([pattern]) => longestPart(pattern)).filter((part) => !saying.includes(part));
    expect(unknown).toEqual([]);
  });

  it("tell why a campaign has failed", () => {
    const { sentence } = findWithdrawal({ name: "Mira", status: "archived" }) ?? { sentence: "" };
    expect(sayFault(sentence)).toBe("Der Agent Mira ist archiviert: Holen Sie ihn zurück");
  });

  it.each([400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503])("know what %i says", (status) => {
    expect(refusals.statuses[status]).toMatch(/^[A-ZÄÖÜ]/);
  });

  it("tell of every kind of fault of a field", () => {
    const schema = z.strictObject({
      missing: z.string(),
      kind: z.string(),
      whole: z.int(),
      quoted: z.number(),
      yes: z.boolean(),
      list: z.array(z.string()),
      low: z.number().min(1),
      high: z.number().max(10),
      over: z.number().gt(0),
      short: z.string().min(10),
      long: z.string().max(1),
      few: z.array(z.string()).min(1),
      email: z.email(),
      id: z.uuid(),
      at: z.iso.datetime(),
      day: z.iso.date(),
      when: z.union([z.iso.date(), z.iso.datetime()]),
      one: z.enum(["production", "sandbox"]),
    });
    const sent = {
      kind: null,
      whole: 1.5,
      quoted: "3",
      yes: "true",
      list: {},
      low: 0,
      high: 11,
      over: 0,
      short: "abc",
      long: "abc",
      few: [],
      email: "ada",
      id: "7",
      at: "yesterday",
      day: "yesterday",
      when: "yesterday",
      one: "both",
    };
    const issues = schema.safeParse(sent, { error: describeFault }).error?.issues ?? [];
    expect(issues.map(({ message }) => sayFault(message))).toEqual([
      "Fehlt; es muss ein Text sein",
      "Muss ein Text sein, nicht leer",
      "Muss eine ganze Zahl sein",
      "Muss eine Zahl sein, ohne Anführungszeichen",
      "Muss ja oder nein sein, ohne Anführungszeichen",
      "Muss eine Liste sein",
      "Muss mindestens 1 sein",
      "Muss höchstens 10 sein",
      "Muss mehr als 0 sein",
      "Muss mindestens 10 Zeichen haben",
      "Muss höchstens 1 Zeichen haben",
      "Muss mindestens 1 Eintrag haben",
      "Muss eine E-Mail-Adresse sein",
      "Muss eine UUID sein",
      "Muss ein Zeitpunkt mit seiner Zone sein",
      "Muss ein Datum sein",
      "Muss ein Datum oder ein Zeitpunkt sein",
      "Muss production oder sandbox sein",
    ]);
  });
});

const sayFault = (sentence: string): string => {
  for (const [pattern, said] of refusals.patterns) {
    const found = pattern.exec(sentence);
    if (found) return said(...found.slice(1));
  }
  throw new Error(`nothing in German for ${sentence}`);
};
