import { type CelInput, parse } from "@bufbuild/cel";
import { type ExpressionFault, OWN_RULES } from "../../domain/rule-pack/own-rule.ts";
import { findForbiddenPart } from "./expression-parts.ts";

/** Parses an expression that may use these variables, or says where it is at fault. */
export const readExpression = (
  text: string,
  variables: Readonly<Record<string, unknown>>,
): ReturnType<typeof parse> | ExpressionFault => {
  if (text.length > OWN_RULES.mostCharacters)
    return { line: 1, column: 1, sentence: `An expression has at most ${OWN_RULES.mostCharacters} characters` };
  const parsed = parseText(text);
  return "sentence" in parsed ? parsed : (findForbiddenPart(parsed, { text, variables }) ?? parsed);
};

/** Converts a contact's attributes to values of an expression. */
export const toAttributes = (attributes: Readonly<Record<string, unknown>>): Map<string, CelInput> =>
  new Map(Object.entries(attributes).map(([name, value]) => [name, toInput(value)]));

const parseText = (text: string): ReturnType<typeof parse> | ExpressionFault => {
  try {
    return parse(text);
  } catch (error) {
    const { line, column } = startOf(error);
    return { line, column, sentence: `The expression cannot be read: ${textOf(error)}` };
  }
};

const startOf = (error: unknown): { line: number; column: number } => {
  if (error instanceof Error && "location" in error) {
    const { location } = error;
    if (typeof location === "object" && location !== null && "start" in location) {
      const { start } = location;
      if (typeof start === "object" && start !== null && "line" in start && "column" in start)
        return { line: Number(start.line), column: Number(start.column) };
    }
  }
  return { line: 1, column: 1 };
};

const textOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^<input>:\d+:\d+: /, "") : String(error);

/** Values of JSON; an object is the text that it would be. */
const toInput = (value: unknown): CelInput => {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return JSON.stringify(value) ?? "";
};
