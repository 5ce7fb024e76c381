import { type DoctorLanguage, SENTENCES } from "./sentences/doctor-language.ts";
import type { BadFindings, GoodFindings, PartCode } from "./sentences/known-findings.ts";

/** `warning`: it works, and will not on a bad day. `fault`: it does not work. */
export type FindingLevel = "good" | "warning" | "fault";

/** What is told of a finding in one language; `remedy`: what mends it, null where nothing has to. */
interface Told {
  text: string;
  remedy: string | null;
}

/** What was found, before it is known of which part. */
export interface Found {
  level: FindingLevel;
  code: keyof GoodFindings | keyof BadFindings;
  /** What is typed to mend it; unset: no command does. */
  command?: string;
  tell(language: DoctorLanguage): Told;
}

/** What was found about one part of an installation, from where the doctor runs. */
export interface Finding extends Found {
  part: PartCode;
}

/** Looks at one part. Each finding is about that part; a check that throws is a fault of it. */
export interface Check {
  part: PartCode;
  look(): Promise<Found[]>;
}

export const good = <C extends keyof GoodFindings>(code: C, ...facts: GoodFindings[C]): Found => ({
  level: "good",
  code,
  tell: (language) => ({ text: SENTENCES[language].good[code](...facts), remedy: null }),
});

export const warning = <C extends keyof BadFindings>(code: C, ...facts: BadFindings[C]): Found => ({
  level: "warning",
  ...bad(code, facts),
});

export const fault = <C extends keyof BadFindings>(code: C, ...facts: BadFindings[C]): Found => ({
  level: "fault",
  ...bad(code, facts),
});

const bad = <C extends keyof BadFindings>(code: C, facts: BadFindings[C]) => ({
  code,
  tell: (language: DoctorLanguage) => {
    const { text, remedy } = SENTENCES[language].bad[code];
    return { text: text(...facts), remedy: remedy(...facts) };
  },
});

/** A finding in one language, as the command prints it and the API answers it. */
export interface ToldFinding extends Told {
  part: string;
  code: string;
  level: FindingLevel;
  command: string | null;
}

/** Returns a finding in one language. */
export const tellFinding = ({ part, code, level, command, tell }: Finding, language: DoctorLanguage): ToldFinding => ({
  part: SENTENCES[language].parts[part],
  code,
  level,
  ...tell(language),
  command: command ?? null,
});

/** The longest that a part of the installation may take to take a connection. */
export const CONNECTS_WITHIN_MS = 10_000;
/** The longest that an address on the way of a browser or to a provider may take to answer. */
export const ANSWERS_WITHIN_MS = 5_000;
