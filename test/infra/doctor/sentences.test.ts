import { describe, expect, it } from "@jest/globals";
import { languageOfTerminal, readDoctorLanguage, SENTENCES } from "../../../infra/doctor/sentences/doctor-language.ts";

/** What any sentence may name, so that each can be said. */
const FACTS = {
  ...{ version: "16.4", oldest: 15, seconds: 2, login: "owner", extension: "pg_trgm", count: 2, first: "0001-a" },
  ...{
    newest: "9999-b",
    used: 9,
    most: 100,
    needed: 32,
    gigabytes: 1.5,
    origin: "https://a.example",
    host: "10.0.0.9",
  },
  ...{ reason: "ECONNREFUSED", bucket: "files", status: 403, address: "https://a.example", days: 3, state: "red" },
  ...{ rooms: 2, url: "wss://a.example", namespace: "acme-production", names: "AgentId", versions: "a (current)" },
};
/** What each language may leave in the other's words: names alone. */
const SAME_IN_BOTH = ["PostgreSQL", "Temporal", "LiveKit at wss://a.example: ECONNREFUSED"];

type Said = (facts: typeof FACTS) => string;
const listSaid = ({ parts, good, bad }: (typeof SENTENCES)["en"]): [name: string, said: string][] => [
  ...Object.entries(parts),
  ...Object.entries<Said>(good).map(([code, say]): [string, string] => [code, say(FACTS)]),
  ...Object.entries<{ text: Said; remedy: Said }>(bad).flatMap(([code, { text, remedy }]): [string, string][] => [
    [code, text(FACTS)],
    [`${code}, mended`, remedy(FACTS)],
  ]),
];

describe("the doctor's sentences", () => {
  it("are said in both languages, each with what it names", () => {
    const english = listSaid(SENTENCES.en);
    const german = new Map(listSaid(SENTENCES.de));
    expect(german.size).toBe(english.length);
    expect(english.filter(([name, said]) => said === german.get(name) && !SAME_IN_BOTH.includes(said))).toEqual([]);
    for (const said of [...english.map(([, each]) => each), ...german.values()]) {
      expect(said).not.toMatch(/undefined|\[object|NaN/);
      expect(said.trim()).not.toBe("");
    }
    // What one language names of the facts, the other names too.
    const named = (said: string | undefined) =>
      [
        "pg_trgm",
        "0001-a",
        "9999-b",
        "https://a.example",
        "10.0.0.9",
        "ECONNREFUSED",
        "acme-production",
        "AgentId",
        "(current)",
      ].filter((fact) => said?.includes(fact));
    expect(english.filter(([name, said]) => named(said).join() !== named(german.get(name)).join())).toEqual([]);
  });

  it("are in the language of the terminal, as POSIX decides it", () => {
    expect(languageOfTerminal({ LANG: "de_DE.UTF-8" })).toBe("de");
    expect(languageOfTerminal({ LANG: "de_DE.UTF-8", LC_ALL: "C" })).toBe("en");
    expect(languageOfTerminal({ LANG: "en_GB.UTF-8", LC_MESSAGES: "de" })).toBe("de");
    expect(languageOfTerminal({})).toBe("en");
    expect(["DE", "de-AT", "dev", "fr"].map(readDoctorLanguage)).toEqual(["de", "de", null, null]);
  });
});
