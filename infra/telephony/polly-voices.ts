import type { AgentVoice } from "../../domain/agent/agent-voice.ts";

type Gender = NonNullable<AgentVoice["gender"]>;
type Engine = "standard" | "neural";

export interface PollyVoice {
  name: string;
  /** BCP 47. */
  language: string;
  gender: Gender;
  engines: readonly Engine[];
}

/**
 * Voices of Amazon Polly, which Twilio, Telnyx and Plivo all use; the preferred one of a language and gender first.
 * `*`: standard and neural, `+`: neural only. Source: Amazon's list of voices and Twilio's.
 */
const VOICES: Readonly<Record<string, Partial<Record<Gender, string>>>> = {
  "en-US": {
    female: "Joanna* Kendra* Kimberly* Salli* Ivy* Ruth+ Danielle+",
    male: "Matthew* Joey* Justin* Kevin+ Gregory+ Stephen+",
  },
  "en-GB": { female: "Amy* Emma*", male: "Brian* Arthur+" },
  "en-AU": { female: "Olivia+ Nicole", male: "Russell" },
  "en-IN": { female: "Kajal+ Raveena Aditi" },
  "en-IE": { female: "Niamh+" },
  "en-NZ": { female: "Aria+" },
  "en-ZA": { female: "Ayanda+" },
  "es-ES": { female: "Lucia* Conchita", male: "Sergio+ Enrique" },
  "es-MX": { female: "Mia*", male: "Andres+" },
  "es-US": { female: "Lupe* Penelope", male: "Pedro+ Miguel" },
  "fr-FR": { female: "Lea* Celine", male: "Remi+ Mathieu" },
  "fr-CA": { female: "Gabrielle+ Chantal", male: "Liam+" },
  "fr-BE": { female: "Isabelle+" },
  "de-DE": { female: "Vicki* Marlene", male: "Daniel+ Hans" },
  "de-AT": { female: "Hannah+" },
  "it-IT": { female: "Bianca* Carla", male: "Adriano+ Giorgio" },
  "pt-BR": { female: "Camila* Vitoria*", male: "Thiago+ Ricardo" },
  "pt-PT": { female: "Ines*", male: "Cristiano" },
  "nl-NL": { female: "Laura+ Lotte", male: "Ruben" },
  "nl-BE": { female: "Lisa+" },
  "da-DK": { female: "Sofie+ Naja", male: "Mads" },
  "sv-SE": { female: "Elin+ Astrid" },
  "nb-NO": { female: "Ida+ Liv" },
  "fi-FI": { female: "Suvi+" },
  "is-IS": { female: "Dora", male: "Karl" },
  "pl-PL": { female: "Ola+ Ewa Maja", male: "Jacek Jan" },
  "ro-RO": { female: "Carmen" },
  "ru-RU": { female: "Tatyana", male: "Maxim" },
  "tr-TR": { female: "Burcu+ Filiz" },
  "cy-GB": { female: "Gwyneth" },
  "ca-ES": { female: "Arlet+" },
  "hi-IN": { female: "Kajal+ Aditi" },
  "ja-JP": { female: "Kazuha+ Tomoko+ Mizuki", male: "Takumi*" },
  "ko-KR": { female: "Seoyeon*" },
  "cmn-CN": { female: "Zhiyu*" },
  "yue-CN": { female: "Hiujin+" },
  "ar-AE": { female: "Hala+", male: "Zayd+" },
  arb: { female: "Zeina" },
};

const ENGINES: Readonly<Record<string, readonly Engine[]>> = {
  "*": ["standard", "neural"],
  "+": ["neural"],
  "": ["standard"],
};

const ALL: readonly PollyVoice[] = Object.entries(VOICES).flatMap(([language, byGender]) =>
  (["female", "male"] as const).flatMap((gender) =>
    (byGender[gender]?.split(" ") ?? []).map((written) => ({
      name: written.replace(/[*+]$/, ""),
      language,
      gender,
      engines: ENGINES[/[*+]$/.exec(written)?.[0] ?? ""] ?? [],
    })),
  ),
);

/** Amazon's own codes for Arabic, Chinese and Norwegian. */
export const AMAZON_LANGUAGES: Readonly<Record<string, string>> = { ar: "arb", zh: "cmn", no: "nb" };

/** Returns the voices of a BCP 47 tag: of the language itself, else of another country's; none for an unknown one. */
export const listPollyVoicesOfLanguage = (tag: string, engine?: Engine): readonly PollyVoice[] => {
  const wanted = tag.toLowerCase();
  const [base = ""] = wanted.split("-");
  const name = AMAZON_LANGUAGES[base] ?? base;
  const able = ALL.filter(({ engines }) => engine === undefined || engines.includes(engine));
  const exact = able.filter(({ language }) => language.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  const related = able.filter(({ language }) => language.toLowerCase().split("-")[0] === name);
  return related.filter(({ language }) => language === related[0]?.language);
};

/** Finds a voice by its name, with or without the engine: `Joanna`, `Joanna-Neural`. */
export const findPollyVoice = (voiceId: string): PollyVoice | undefined => {
  const name = voiceId.replace(/-(Neural|Generative)$/, "").toLowerCase();
  return ALL.find((voice) => voice.name.toLowerCase() === name);
};

/** Lists the names of a language's voices, for a sentence with choices. */
export const listPollyVoices = (tag: string, engine?: Engine): string =>
  listPollyVoicesOfLanguage(tag, engine)
    .map(({ name, gender }) => `${name} (${gender})`)
    .join(", ");
