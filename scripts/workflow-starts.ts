/** A call that starts a workflow, and whether its options come from a function of start options. */
export interface WorkflowStart {
  index: number;
  hasStartOptions: boolean;
}

const STARTS =
  /\b(?:workflow\.(?:start|execute)|signalWithStart|startChild|executeChild|startOnce(?:Promptly)?|startWithSignal|tryToStart|new WithStartWorkflowOperation)(?:<[^>()]*>)?\(|\btype: "startWorkflow"/g;
const START_OPTIONS = /\b\w*[sS]tartOptions\(/;
const PAIRS: Readonly<Record<string, number>> = { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 };

/** Finds what starts a workflow in a source: calls of the client, of a workflow, and actions of schedules. */
export const findWorkflowStarts = (source: string): WorkflowStart[] =>
  [...source.matchAll(STARTS)].map(({ index, 0: start }) => ({
    index,
    hasStartOptions: isOfStartOptions(source, readRest(source, index + start.length)),
  }));

/** Returns the text up to the bracket that closes the one before it. */
const readRest = (source: string, from: number): string => {
  let depth = 1;
  let at = from;
  for (; at < source.length && depth > 0; at += 1) depth += PAIRS[source[at] ?? ""] ?? 0;
  return source.slice(from, at);
};

/** The function is called in place, or in the constant of the same source that is given. */
const isOfStartOptions = (source: string, given: string): boolean => {
  if (START_OPTIONS.test(given)) return true;
  const names = given.match(/\b[a-z]\w*\b/g) ?? [];
  return names.some((name) => START_OPTIONS.test(source.match(new RegExp(`const ${name} =[^;]*;`))?.[0] ?? ""));
};
