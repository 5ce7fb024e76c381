import type { ApiContract, Fields, OperationContract } from "./contract.ts";

/** A difference between two versions of the API, of an operation, or of an event that webhooks are sent. */
export interface ApiChange {
  /** Such as "GET /api/v1/campaigns", or "webhook call_ended". */
  of: string;
  kind: "new" | "gone" | "changed" | "deprecated";
  /** A program that was made for the version before may fail by it. */
  breaks: boolean;
  /** What is different, in Markdown; empty for what is new or gone as a whole. */
  what: string;
}

/** Lists what differs, operations before events. */
export const listApiChanges = (before: ApiContract, after: ApiContract): ApiChange[] => [
  ...compareAll(before.operations, after.operations, { name: (key) => key, compare: compareOperations }),
  ...compareAll(before.events, after.events, {
    name: (kind) => `webhook ${kind}`,
    compare: (of, one, other) => compareAnswers(of, one, other),
  }),
];

interface Comparing<Value> {
  name(key: string): string;
  compare(of: string, before: Value, after: Value): ApiChange[];
}

const compareAll = <Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
  { name, compare }: Comparing<Value>,
): ApiChange[] => [
  ...Object.entries(before).flatMap(([key, value]): ApiChange[] => {
    const now = after[key];
    return now === undefined
      ? [{ of: name(key), kind: "gone", breaks: true, what: "" }]
      : compare(name(key), value, now);
  }),
  ...Object.keys(after)
    .filter((key) => !(key in before))
    .map((key): ApiChange => ({ of: name(key), kind: "new", breaks: false, what: "" })),
];

const compareOperations = (of: string, before: OperationContract, after: OperationContract): ApiChange[] => [
  ...(before.id === after.id
    ? []
    : [changed(of, { breaks: true, what: `its \`operationId\` is \`${after.id}\`, no longer \`${before.id}\`` })]),
  ...(after.deprecated && !before.deprecated ? [{ of, kind: "deprecated" as const, breaks: false, what: "" }] : []),
  ...compareRequests(of, { before: before.parameters, after: after.parameters, part: "parameter" }),
  ...compareRequests(of, { before: before.request, after: after.request, part: "field" }),
  ...compareAnswers(of, before.answer, after.answer),
];

const changed = (of: string, { breaks, what }: { breaks: boolean; what: string }): ApiChange => ({
  of,
  kind: "changed",
  breaks,
  what,
});

/** Requests are closed: what is gone is refused, and what is needed is missed. */
const compareRequests = (
  of: string,
  { before, after, part }: { before: Fields; after: Fields; part: "parameter" | "field" },
): ApiChange[] => {
  const gone = outermost(Object.keys(before).filter((path) => !(path in after)));
  const added = outermost(Object.keys(after).filter((path) => !(path in before)));
  return [
    ...gone.map((path) => changed(of, { breaks: true, what: `takes no ${part} ${shown(path)}` })),
    ...added.map((path) => {
      const breaks = isRequired(after[path]) && Object.keys(before).length > 0;
      return changed(of, { breaks, what: `${breaks ? "needs" : "takes"} the ${part} ${shown(path)}` });
    }),
    ...shared(before, after).flatMap(([path, was, is]) => [
      ...(isRequired(is) && !isRequired(was)
        ? [changed(of, { breaks: true, what: `needs the ${part} ${shown(path)}` })]
        : []),
      ...sayOf(listLost(was, is), (types) =>
        changed(of, { breaks: true, what: `${shown(path)} may not be ${types} any longer` }),
      ),
      ...sayOf(listLost(is, was), (types) => changed(of, { breaks: false, what: `${shown(path)} may be ${types}` })),
    ]),
  ];
};

/** Answers are open: a program takes fields and values that it does not know. */
const compareAnswers = (of: string, before: Fields, after: Fields): ApiChange[] => {
  const gone = outermost(Object.keys(before).filter((path) => !(path in after)));
  const added = outermost(Object.keys(after).filter((path) => !(path in before)));
  return [
    ...gone.map((path) => changed(of, { breaks: true, what: `the answer has no ${shown(path)}` })),
    ...added.map((path) => changed(of, { breaks: false, what: `the answer has ${shown(path)}` })),
    ...shared(before, after).flatMap(([path, was, is]) => [
      ...(isRequired(was) && !isRequired(is)
        ? [changed(of, { breaks: true, what: `${shown(path)} of the answer may be missing` })]
        : []),
      ...[true, false].flatMap((breaks) =>
        sayOf(
          listLost(is, was).filter((type) => isValue(type) !== breaks),
          (types) => changed(of, { breaks, what: `${shown(path)} of the answer may be ${types}` }),
        ),
      ),
    ]),
  ];
};

const isRequired = (types: string | undefined): boolean => types?.endsWith("!") === true;
const typesOf = (types: string): string[] => types.replace(/!$/, "").split("|");
const isValue = (type: string): boolean => /^["\d-]|^(true|false)$/.test(type);

/** Types that `from` allows and `to` does not: a value of a text is a text, and a whole number is a number. */
const listLost = (from: string, to: string): string[] => {
  const allowed = new Set(typesOf(to));
  return typesOf(from).filter((type) => !isAllowed(type, allowed));
};

const isAllowed = (type: string, allowed: ReadonlySet<string>): boolean =>
  allowed.has("any") || allowed.has(type) || widerOf(type).some((wider) => allowed.has(wider));

const widerOf = (type: string): string[] => {
  if (type.startsWith('"')) return ["string"];
  if (type === "true" || type === "false") return ["boolean"];
  if (/^-?\d+$/.test(type)) return ["integer", "number"];
  if (/^-?\d/.test(type) || type === "integer") return ["number"];
  return [];
};

const sayOf = (types: readonly string[], say: (types: string) => ApiChange): ApiChange[] =>
  types.length === 0 ? [] : [say(types.map(code).join(", "))];

const shared = (before: Fields, after: Fields): [string, string, string][] =>
  Object.entries(before).flatMap(([path, was]) => {
    const is = after[path];
    return is === undefined || is === was ? [] : [[path, was, is] satisfies [string, string, string]];
  });

/** What is inside of one that is among them goes without saying. */
const outermost = (paths: readonly string[]): string[] => {
  const all = new Set(paths);
  return paths.filter((path) => !parentsOf(path).some((parent) => all.has(parent)));
};

const parentsOf = (path: string): string[] =>
  [...path.matchAll(/ |\[\]|\{\}|\./g)].flatMap(({ index, 0: mark }) => [
    path.slice(0, index),
    ...(index + mark.length < path.length ? [path.slice(0, index + mark.length)] : []),
  ]);

/** The path as people write it; a media type is named where it is not JSON. */
const shown = (path: string): string => {
  const [type = "", ...rest] = path.split(" ");
  const field = rest.join(" ");
  if (type === "application/json") return field === "" ? "body" : code(field);
  return code(field === "" ? type : path);
};

const code = (text: string): string => `\`${text}\``;
