/**
 * What can be counted and measured of calls. A call is the unit of every measure: a `count` says how many calls are so, an `amount` is
 * one number of each call that has it. Calls without the number are left out of its sum, mean and percentiles, and are not among the
 * calls that the figure leads to.
 */
interface Measure {
  kind: "count" | "amount";
  unit: "calls" | "seconds" | "milliseconds" | "turns" | "interruptions";
  /** Which calls count. */
  counts: string;
}

export const MEASURES = {
  calls: { kind: "count", unit: "calls", counts: "Every call, whatever became of it" },
  answered: { kind: "count", unit: "calls", counts: "Calls that a person answered, those who opted out among them" },
  voicemail: { kind: "count", unit: "calls", counts: "Calls that a machine answered" },
  opted_out: { kind: "count", unit: "calls", counts: "Calls in which the person asked not to be called again" },
  interrupted: { kind: "count", unit: "calls", counts: "Calls in which the person spoke over the agent at least once" },
  ring_time: {
    kind: "amount",
    unit: "seconds",
    counts: "Calls out that were answered: from the request to the answer",
  },
  talk_time: {
    kind: "amount",
    unit: "seconds",
    counts: "Calls that were answered and are over: from the answer to the end",
  },
  turns: {
    kind: "amount",
    unit: "turns",
    counts: "Calls with a conversation that is concluded: how often the person said something, and the agent answered",
  },
  interruptions: {
    kind: "amount",
    unit: "interruptions",
    counts: "Calls with a conversation that is concluded: how many of the agent's answers the person spoke over",
  },
  answer_latency: {
    kind: "amount",
    unit: "milliseconds",
    counts:
      "Calls in which the agent answered a person: from the person's words to the first sentence, the median of the call",
  },
  slowest_answer: {
    kind: "amount",
    unit: "milliseconds",
    counts:
      "Calls in which the agent answered a person: from the person's words to the first sentence, the slowest of the call",
  },
} as const satisfies Record<string, Measure>;
export type MeasureName = keyof typeof MEASURES;
export type MeasureKind = Measure["kind"];
export type MeasureUnit = Measure["unit"] | "number";

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] => {
  const names: Name[] = [];
  for (const name in table) names.push(name);
  return names;
};

export const MEASURE_NAMES: readonly MeasureName[] = namesOf(MEASURES);

/** What calls are grouped by; those that are times are read in the zone of the question. */
interface Dimension {
  kind: "time" | "row" | "word";
  /** What a call without a value is. */
  none: string | null;
}

export const DIMENSIONS = {
  day: { kind: "time", none: null },
  week: { kind: "time", none: null },
  month: { kind: "time", none: null },
  hour_of_day: { kind: "time", none: null },
  day_of_week: { kind: "time", none: null },
  agent: { kind: "row", none: null },
  agent_version: { kind: "row", none: null },
  campaign: { kind: "row", none: "Calls outside campaigns" },
  contact_list: { kind: "row", none: "Calls outside campaigns, and of campaigns whose list is gone" },
  outcome: { kind: "word", none: "Calls that are not over" },
  disposition: { kind: "word", none: "Calls that are not over" },
  answered_by: { kind: "word", none: "Calls of which nobody has told who answered" },
  direction: { kind: "word", none: null },
  channel: { kind: "word", none: null },
} as const satisfies Record<string, Dimension>;
export type DimensionName = keyof typeof DIMENSIONS;

export const DIMENSION_NAMES: readonly DimensionName[] = namesOf(DIMENSIONS);

/** What a question names: a name of the table, or a variable that agents gather. */
type Asked<Name extends string> = { name: Name; variable: null } | { name: "variable"; variable: string };
/** `variable`: the numbers that were gathered under this name. `filled`: the calls that have something under it. */
export type AskedMeasure = Asked<MeasureName> | { name: "filled"; variable: string };
export type AskedDimension = Asked<DimensionName>;

/** What stands before the name of a variable. */
export const VARIABLE = "variable:";
export const FILLED = "filled:";
/** The most of each in a question. */
export const MOST_MEASURES = 6;
export const MOST_DIMENSIONS = 2;

/** Reads a measure as it is written: `talk_time`, `variable:amount`, `filled:amount`; null: there is none of that name. */
export const readMeasure = (written: string): AskedMeasure | null => {
  const variable = readVariable(written, VARIABLE);
  if (variable !== null) return { name: "variable", variable };
  const filled = readVariable(written, FILLED);
  if (filled !== null) return { name: "filled", variable: filled };
  const name = MEASURE_NAMES.find((each) => each === written);
  return name === undefined ? null : { name, variable: null };
};

/** Reads a dimension as it is written: `agent`, `variable:plan`; null: there is none of that name. */
export const readDimension = (written: string): AskedDimension | null => {
  const variable = readVariable(written, VARIABLE);
  if (variable !== null) return { name: "variable", variable };
  const name = DIMENSION_NAMES.find((each) => each === written);
  return name === undefined ? null : { name, variable: null };
};

const readVariable = (written: string, prefix: string): string | null => {
  const variable = written.startsWith(prefix) ? written.slice(prefix.length).trim() : "";
  return variable === "" ? null : variable;
};

export const writeMeasure = ({ name, variable }: AskedMeasure): string =>
  variable === null ? name : `${name}:${variable}`;
export const writeDimension = ({ name, variable }: AskedDimension): string =>
  variable === null ? name : `${name}:${variable}`;

/** What a measure is, of which an answer tells. */
export const describeMeasure = (measure: AskedMeasure): { kind: MeasureKind; unit: MeasureUnit; counts: string } => {
  const { name, variable } = measure;
  if (name === "variable") return { kind: "amount", unit: "number", counts: `Calls in which ${variable} is a number` };
  if (name === "filled") return { kind: "count", unit: "calls", counts: `Calls that have something under ${variable}` };
  return MEASURES[name];
};

/** Tells whether calls are grouped by time. */
export const isTime = ({ name }: AskedDimension): boolean => name !== "variable" && DIMENSIONS[name].kind === "time";
