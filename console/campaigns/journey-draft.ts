/** What a step does, in the order in which a form offers it. */
export const STEP_KINDS = ["call", "sms", "mail", "webhook", "inbox", "do_not_call"] as const;
type StepKind = (typeof STEP_KINDS)[number];
export const isStepKind = (text: string): text is StepKind => STEP_KINDS.some((kind) => kind === text);

export const CONDITION_KINDS = ["outcome", "disposition", "answered_by", "variable"] as const;
type ConditionKind = (typeof CONDITION_KINDS)[number];
export const isConditionKind = (text: string): text is ConditionKind => CONDITION_KINDS.some((kind) => kind === text);

/** The outcomes by which a step can be chosen. */
export const STEP_OUTCOMES = [
  "no_answer",
  "busy",
  "answered",
  "voicemail",
  "rejected",
  "failed",
  "invalid_number",
  "opted_out",
] as const;

export interface ConditionDraft {
  kind: ConditionKind;
  /** The name of a variable. */
  variable: string;
  value: string;
  /** A disposition that is written as a word alone. */
  isBare: boolean;
}

/** A step as a form has it: every field of every kind as text, so that nothing typed is lost where the kind is changed. */
export interface StepDraft {
  /** Stays while the id is typed. */
  key: string;
  id: string;
  kind: StepKind;
  on: ConditionDraft[];
  days: string;
  hours: string;
  minutes: string;
  at: string;
  next: string[];
  most: string;
  workflow_id: string;
  webhook_id: string;
  folder_id: string;
  to: string;
  subject: string;
  text: string;
  reason: string;
}

/** A step as the API tells it. */
interface KeptStep {
  id: string;
  do: string;
  on?: readonly KeptCondition[] | undefined;
  wait?: { minutes?: number; hours?: number; days?: number; at?: string } | undefined;
  next?: readonly string[] | undefined;
  most?: number | undefined;
  workflow_id?: number | undefined;
  webhook_id?: number | undefined;
  folder_id?: number | undefined;
  to?: string | undefined;
  subject?: string | undefined;
  text?: string | undefined;
  reason?: string | undefined;
}
type KeptCondition =
  | string
  | { answered_by?: string; disposition?: string; variable?: string; is?: string | number | boolean };

const numbered = (value: number | undefined): string => String(value ?? "");

export const readStep = (step: KeptStep, key: string): StepDraft => ({
  key,
  id: step.id,
  kind: isStepKind(step.do) ? step.do : "call",
  on: (step.on ?? []).map(readCondition),
  days: numbered(step.wait?.days),
  hours: numbered(step.wait?.hours),
  minutes: numbered(step.wait?.minutes),
  at: step.wait?.at ?? "",
  next: [...(step.next ?? [])],
  most: numbered(step.most),
  workflow_id: numbered(step.workflow_id),
  webhook_id: numbered(step.webhook_id),
  folder_id: numbered(step.folder_id),
  to: step.to ?? "",
  subject: step.subject ?? "",
  text: step.text ?? "",
  reason: step.reason ?? "",
});

const readCondition = (condition: KeptCondition): ConditionDraft => {
  const draft: ConditionDraft = { kind: "disposition", variable: "", value: "", isBare: false };
  if (typeof condition === "string")
    return STEP_OUTCOMES.some((outcome) => outcome === condition)
      ? { ...draft, kind: "outcome", value: condition }
      : { ...draft, value: condition, isBare: true };
  if (condition.answered_by !== undefined) return { ...draft, kind: "answered_by", value: condition.answered_by };
  if (condition.variable === undefined) return { ...draft, value: condition.disposition ?? "" };
  return { ...draft, kind: "variable", variable: condition.variable, value: String(condition.is ?? "") };
};

/** Returns the step as the API takes it. What is not filled is left out; numbers that are none stay text, which the API refuses. */
export const writeStep = (draft: StepDraft): Record<string, unknown> => {
  const wait = {
    ...amount("days", draft.days),
    ...amount("hours", draft.hours),
    ...amount("minutes", draft.minutes),
    ...(draft.at !== "" && { at: draft.at }),
  };
  return {
    id: draft.id,
    ...(draft.on.length > 0 && { on: draft.on.map(writeCondition) }),
    ...(Object.keys(wait).length > 0 && { wait }),
    do: draft.kind,
    ...FIELDS[draft.kind](draft),
    ...(draft.next.length > 0 && { next: draft.next }),
    ...amount("most", draft.most),
  };
};

const amount = (name: string, text: string) => (text.trim() === "" ? {} : { [name]: numberOf(text) });
const numberOf = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);
const filled = (name: string, text: string) => (text.trim() === "" ? {} : { [name]: text });

const FIELDS: Readonly<Record<StepKind, (draft: StepDraft) => Record<string, unknown>>> = {
  call: ({ workflow_id: id }) => amount("workflow_id", id),
  sms: ({ text }) => ({ text }),
  mail: ({ to, subject, text }) => ({ ...filled("to", to), subject, text }),
  webhook: ({ webhook_id: id }) => amount("webhook_id", id),
  inbox: ({ folder_id: id, text }) => ({ ...amount("folder_id", id), text }),
  do_not_call: ({ reason }) => filled("reason", reason),
};

const writeCondition = ({ kind, variable, value, isBare }: ConditionDraft): unknown => {
  if (kind === "outcome") return value;
  if (kind === "disposition") return isBare ? value : { disposition: value };
  if (kind === "answered_by") return { answered_by: value };
  return { variable, is: typed(value) };
};

const typed = (text: string): string | number | boolean => {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

/** Adds a step at the end, under an id that no other has. */
export const addStep = (drafts: readonly StepDraft[], key: string): StepDraft[] => {
  const taken = new Set(drafts.map(({ id }) => id));
  let number = drafts.length + 1;
  while (taken.has(`step-${number}`)) number += 1;
  const on = [{ kind: "outcome" as const, variable: "", value: "no_answer", isBare: false }];
  return [...drafts, { ...readStep({ id: `step-${number}`, do: "sms" }, key), on }];
};

/** Changes a step; where its id is changed, the steps that lead to it follow. */
export const changeStep = (drafts: readonly StepDraft[], key: string, change: Partial<StepDraft>): StepDraft[] => {
  const was = drafts.find((draft) => draft.key === key);
  const { id } = change;
  const follow = (next: string[]) =>
    id === undefined || was === undefined ? next : next.map((each) => (each === was.id ? id : each));
  return drafts.map((draft) =>
    draft.key === key
      ? { ...draft, ...change, next: follow(change.next ?? draft.next) }
      : { ...draft, next: follow(draft.next) },
  );
};

/** Takes a step out, and out of what leads to it. */
export const removeStep = (drafts: readonly StepDraft[], key: string): StepDraft[] => {
  const gone = drafts.find((draft) => draft.key === key);
  return drafts
    .filter((draft) => draft.key !== key)
    .map((draft) => ({ ...draft, next: draft.next.filter((id) => id !== gone?.id) }));
};

/** The people of a step who are in the middle, and what becomes of them with the changed journey. */
export interface MiddlePeople {
  step: string;
  people: number;
  /** `changed`: they take it as it is then. `former`: it is done as the earlier version says. `ended`: nothing follows any more. */
  becomes: "changed" | "former" | "ended";
}

interface CountedEdge {
  to: string;
  states: { waiting: number; doing: number; calling: number };
}

/** Says what becomes of those who are at a step when the journey is changed, as the API does it. */
export const listMiddlePeople = (
  drafts: readonly Pick<StepDraft, "id" | "kind">[],
  { kept, edges }: { kept: readonly Pick<KeptStep, "id" | "do">[]; edges: readonly CountedEdge[] },
): MiddlePeople[] => {
  const counts = new Map<string, number>();
  for (const { to, states } of edges)
    counts.set(to, (counts.get(to) ?? 0) + states.waiting + states.doing + states.calling);
  return [...counts].flatMap(([step, people]) => {
    if (people === 0) return [];
    if (drafts.length === 0) return { step, people, becomes: "ended" as const };
    const was = kept.find(({ id }) => id === step);
    const is = drafts.find(({ id }) => id === step);
    const isChanged = is !== undefined && (was === undefined || was.do === is.kind);
    return { step, people, becomes: isChanged ? ("changed" as const) : ("former" as const) };
  });
};

/** A fault of the API's, as far as it is of a step. */
interface FieldFault {
  loc: readonly (string | number)[];
  msg: string;
}

/** Returns what is wrong with a field of the step at this place: `["body", "steps", 2, "wait", "at"]` is a fault of `wait`. */
export const findStepFault = (
  faults: readonly FieldFault[],
  index: number,
  field: string | null,
): string | undefined => {
  const own = faults.filter(({ loc }) => loc[1] === "steps" && loc[2] === index);
  if (field === null) return own.find(({ loc }) => loc.length === 3)?.msg;
  return own.find(({ loc }) => loc.slice(3).includes(field))?.msg;
};
