/** Instructions to an agent begin with these verbs, in the languages of the catalogue. */
const INSTRUCTIONS = new Set(
  [
    "ask find say tell greet thank confirm explain answer be listen offer help remind make go mind speak wish open read",
    "repeat give take look collect describe introduce end close hand use do don't never always talk try check wait keep",
    "note write call transfer apologize mention summarize stay handle qualify invite suggest present inform book",
    "frage finde sage sag begrüße erinnere erkläre antworte bestätige verabschiede bedanke biete hilf höre nenne",
    "pregunta averigua di saluda confirma explica despídete ofrece pide recuerda responde agradece ayuda",
    "demande cherche dis salue confirme explique réponds propose remercie trouve rappelle aide",
    "पूछें पता बताएँ कहें करें",
  ]
    .join(" ")
    .split(" "),
);
/** These words occur in sentences to a person, and rarely in instructions about one. */
const SPOKEN = new Set(
  [
    "i i'm we me us my our you your thank thanks hello hi goodbye bye welcome please sorry",
    "ich wir mir uns mein unser sie ihnen ihr ihre ihren danke dank hallo guten bitte entschuldigung wiederhören",
    "yo nos usted su gracias hola adiós favor espero esperamos",
    "je nous vous votre vos merci bonjour revoir bonne",
    "मैं हम आप आपका आपकी आपके धन्यवाद नमस्ते कृपया",
  ]
    .join(" ")
    .split(" "),
);
/** "You are welcome" and "You can come" address a person; "You are Mira" and "You book tables" are instructions. */
const OF_THE_AGENT = /^you (?!(?:are welcome|can|will|may|get|have)\b)/i;
const WORD = /[\p{L}\p{M}']+/gu;
const LONGEST_LINE = 300;
/** No more of a line is read: what is tried from each of its places takes the square of its length. */
const LONGEST_READ = 2_000;

/** Returns the first line of a prompt that is addressed to the person, such as a goodbye; null where it instructs the agent. */
export const findPromptWords = (prompt: string): string | null => {
  const line = firstLineOf(prompt);
  const [first = "", ...others] = line.toLowerCase().match(WORD) ?? [];
  const isThanks = first === "thank" && others[0] === "you";
  if ((INSTRUCTIONS.has(first) && !isThanks) || OF_THE_AGENT.test(line)) return null;
  const isSpoken = line.endsWith("?") || [first, ...others].some((word) => SPOKEN.has(word));
  return isSpoken ? line.slice(0, LONGEST_LINE) : null;
};

const ASKS =
  /^(?:ask|find out)(?: (?:them|the (?:person|caller|customer|patient|guest)))? (?=(?:(?:in|on|at|by) which|for|what|which|who|where|when|whether|if|how|why)\b)/i;

/** Turns an English instruction to ask into the question: "Ask what they need." becomes "May I ask what you need?" */
export const findPromptQuestion = (prompt: string): string | null => {
  const wish = firstLineOf(prompt)
    .split(/(?<=[.!?])\s+|,? and (?=(?:ask|find out) )/)
    .find((sentence) => ASKS.test(sentence));
  if (wish === undefined) return null;
  const asked = toPerson(withoutFurtherWishes(wish.replace(ASKS, "").replace(/[.!?]+$/, "")));
  return `May I ask ${asked}?`.slice(0, LONGEST_LINE);
};

/** Drops instructions that follow the question, such as "…, and repeat them". */
const withoutFurtherWishes = (asked: string): string => {
  const further = [...asked.matchAll(/,? and (\w+)/gi)].find(([, word = ""]) => INSTRUCTIONS.has(word.toLowerCase()));
  return further ? asked.slice(0, further.index) : asked;
};

const PERSON = "the (?:person|caller|customer|patient|guest)";
const VERBS: Readonly<Record<string, string>> = { has: "have", is: "are", was: "were", does: "do" };

const toPerson = (asked: string): string =>
  asked
    .replace(new RegExp(`\\b${PERSON}\\b(?=\\s*(?:[,;:]|$))`, "gi"), "you")
    .replace(new RegExp(`\\b${PERSON} ([a-z]+)(.*?)(?=,? whether|$)`, "gi"), (_, verb: string, rest: string) => {
      const others = rest.replace(
        /\b(or|and) (has|is|was|does|wants|needs)\b/gi,
        (_all, word: string, next: string) => {
          return `${word} ${ofYou(next)}`;
        },
      );
      return `you ${ofYou(verb)}${others}`;
    })
    .replaceAll(/\bthey\b/gi, "you")
    .replaceAll(/\bthem\b/gi, "you")
    .replaceAll(/\btheir\b/gi, "your");

/** Turns the third person into the second: "wants" becomes "want". */
const ofYou = (verb: string): string => VERBS[verb] ?? verb.replace(/(?<=ss|sh|ch|x|z)es$|(?<![su])s$/, "");

const firstLineOf = (prompt: string): string =>
  prompt
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "")
    ?.slice(0, LONGEST_READ) ?? "";
