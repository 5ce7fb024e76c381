/** A question of a template. */
interface Asked {
  key: string;
  question: string;
  required: boolean;
  default: string | null;
}

interface AnswerFault {
  key: string;
  sentence: string;
  kind: "unknown_field" | "missing";
}

/** Returns the variables of an agent that is hired, by key: the answers, else the defaults; and what is wrong with the answers. */
export const readAnswers = (
  asked: readonly Asked[],
  given: Readonly<Record<string, string>>,
): { variables: Record<string, string>; faults: AnswerFault[] } => {
  const known = asked.map(({ key }) => key);
  const nothingElse =
    known.length === 0 ? "The template asks for nothing" : `The template asks for ${known.join(", ")}`;
  const answers = asked.map((variable) => ({ ...variable, answer: given[variable.key] || variable.default }));
  return {
    variables: Object.fromEntries(answers.map(({ key, answer }) => [key, answer ?? ""])),
    faults: [
      ...Object.keys(given)
        .filter((key) => !known.includes(key))
        .map((key): AnswerFault => ({ key, sentence: nothingElse, kind: "unknown_field" })),
      ...answers
        .filter(({ required, answer }) => required && !answer)
        .map(
          ({ key, question }): AnswerFault => ({ key, sentence: `Answer the question: ${question}`, kind: "missing" }),
        ),
    ],
  };
};
