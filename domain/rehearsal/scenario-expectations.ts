import { isRecord } from "../json/json-value.ts";

type Fields = Record<string, unknown>;

/** A fault of a document, with the way to it. */
export interface DocumentFault {
  path: readonly (string | number)[];
  message: string;
}

/** What was read of a document, with the way to where it stands. */
export interface DocumentPart {
  path: readonly (string | number)[];
  value: unknown;
}

const UNKNOWN_EXPECTATION =
  "No check means this: response with eval, text_contains and text_excludes, and function_call with calls are read";

/** Returns the checks that the turns of one of Pipecat's evaluations expect, or the faults of those that mean nothing here. */
export const readExpectations = (lines: readonly unknown[]): { checks: DocumentPart[]; faults: DocumentFault[] } => {
  const checks: DocumentPart[] = [];
  const faults: DocumentFault[] = [];
  for (const [turn, line] of lines.entries()) {
    if (!isRecord(line) || line["expect"] === undefined) continue;
    const { expect } = line;
    const path = ["turns", turn, "expect"];
    if (!Array.isArray(expect)) faults.push({ path, message: "Must be a list of what is expected" });
    else
      for (const [at, each] of expect.entries()) {
        const read = readExpectation(each);
        if (read === null) faults.push({ path: [...path, at], message: UNKNOWN_EXPECTATION });
        else checks.push(...read.map((value) => ({ path: [...path, at], value })));
      }
  }
  return { checks, faults };
};

export const judge = (criterion: string): Fields => ({ kind: "judge", question: `Is this so: ${criterion}?` });

const SPOKEN_EVENTS = new Set<unknown>(["response", "llm_response", "tts_response"]);

/** Returns the checks that mean the same; null: none of ours does, and nothing of it may be left out. */
const readExpectation = (expected: unknown): Fields[] | null => {
  if (!isRecord(expected)) return null;
  const { event, ...asked } = expected;
  if (event === "function_call") return readCalls(asked);
  return SPOKEN_EVENTS.has(event) ? readSpoken(asked) : null;
};

const hasOnly = (fields: Fields, ...names: string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name));

const SPOKEN: Readonly<Record<string, (text: string) => Fields>> = {
  eval: judge,
  text_contains: (text) => ({ kind: "says", text }),
  text_excludes: (text) => ({ kind: "never_says", text }),
};

const readSpoken = (asked: Fields): Fields[] | null => {
  const checks: Fields[] = [];
  for (const [name, read] of Object.entries(SPOKEN)) {
    const text = asked[name];
    if (text === undefined) continue;
    if (typeof text !== "string" || text.trim() === "") return null;
    checks.push(read(text));
  }
  return checks.length > 0 && hasOnly(asked, ...Object.keys(SPOKEN)) ? checks : null;
};

const readCalls = (asked: Fields): Fields[] | null => {
  const { calls } = asked;
  if (calls === undefined) {
    const call = readCall(asked);
    return call && [call];
  }
  if (!Array.isArray(calls) || calls.length === 0 || !hasOnly(asked, "calls")) return null;
  const read = calls.map(readCall).filter((call) => call !== null);
  return read.length === calls.length ? read : null;
};

const readCall = (call: unknown): Fields | null => {
  if (!isRecord(call) || !hasOnly(call, "name", "args")) return null;
  const { name, args } = call;
  if (typeof name !== "string" || (args !== undefined && !isRecord(args))) return null;
  return {
    kind: "tool_called",
    tool: name,
    ...(args !== undefined && {
      arguments: Object.fromEntries(Object.entries(args).map(([key, value]) => [`$.${key}`, value])),
    }),
  };
};
