import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { X } from "../ui/icons.ts";
import { words } from "../words/words.ts";
import { CONDITION_KINDS, type ConditionDraft, isConditionKind, STEP_OUTCOMES } from "./journey-draft.ts";

const { journey: said } = words.campaigns;

/** Asks after which ends of a call a step is taken: one of them is enough. */
export const JourneyConditions = ({
  conditions,
  fault,
  onChange,
}: {
  conditions: readonly ConditionDraft[];
  fault: string | undefined;
  onChange(conditions: ConditionDraft[]): void;
}) => (
  <>
    {conditions.map((condition, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names of their own
      <FieldRow key={index}>
        <Choice
          label={index === 0 ? said.takenAfter : said.orAfter}
          value={condition.kind}
          options={CONDITION_KINDS.map((value) => ({ value, label: said.conditions[value] }))}
          fault={index === 0 ? fault : undefined}
          onChange={(kind) =>
            isConditionKind(kind) &&
            onChange(conditions.with(index, { ...condition, kind, isBare: false, value: FIRST[kind] }))
          }
        />
        <Value condition={condition} onChange={(changed) => onChange(conditions.with(index, changed))} />
        <Button kind="quiet" label={said.dropCondition} onClick={() => onChange(conditions.toSpliced(index, 1))}>
          <X aria-hidden />
        </Button>
      </FieldRow>
    ))}
    {conditions.length === 0 && <p>{said.takenAlways}</p>}
    {conditions.length === 0 && fault && <p role="alert">{fault}</p>}
    <Button
      onClick={() => onChange([...conditions, { kind: "outcome", variable: "", value: FIRST.outcome, isBare: false }])}
    >
      {said.addCondition}
    </Button>
  </>
);

const FIRST: Readonly<Record<ConditionDraft["kind"], string>> = {
  outcome: "no_answer",
  disposition: "",
  answered_by: "voicemail",
  variable: "",
};

const Value = ({ condition, onChange }: { condition: ConditionDraft; onChange(condition: ConditionDraft): void }) => {
  const { kind, variable, value } = condition;
  if (kind === "outcome" || kind === "answered_by") {
    const names = kind === "outcome" ? words.calls.outcomes : words.calls.answerers;
    const values: readonly string[] = kind === "outcome" ? STEP_OUTCOMES : Object.keys(words.calls.answerers);
    return (
      <Choice
        label={said.is}
        value={value}
        options={values.map((each) => ({ value: each, label: names[each] ?? each }))}
        onChange={(chosen) => onChange({ ...condition, value: chosen })}
      />
    );
  }
  return (
    <>
      {kind === "variable" && (
        <TextField
          label={said.variable}
          value={variable}
          onChange={(typed) => onChange({ ...condition, variable: typed })}
        />
      )}
      <TextField label={said.is} value={value} onChange={(typed) => onChange({ ...condition, value: typed })} />
    </>
  );
};
