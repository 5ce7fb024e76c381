import { Choice } from "../ui/choice.tsx";
import { FieldRow, LongTextField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { type CheckDraft, type CheckKind, EMPTY_CHECK, isJson } from "./scenario-draft.ts";

/** The names in an agent that a check may be about. */
export interface AgentNames {
  steps: readonly string[];
  variables: readonly string[];
  tools: readonly string[];
}

interface CheckFieldsProps {
  check: CheckDraft;
  names: AgentNames;
  onChange(change: Partial<CheckDraft>): void;
}

const KINDS: readonly CheckKind[] = [
  "says",
  "never_says",
  "reaches",
  "never_reaches",
  "ends_at",
  "variable",
  "disposition",
  "tool_called",
  "tool_not_called",
  "turns_at_most",
  "judge",
];

export const CheckFields = ({ check, names, onChange }: CheckFieldsProps) => (
  <>
    <FieldRow>
      <Choice<CheckKind>
        label={words.rehearsals.expects}
        value={check.kind}
        onChange={(kind) => onChange({ ...EMPTY_CHECK, kind })}
        options={KINDS.map((value) => ({ value, label: words.rehearsals.kinds[value] }))}
      />
      <Subject check={check} names={names} onChange={onChange} />
    </FieldRow>
    {check.kind === "variable" && (
      <TextField
        label={words.rehearsals.equals}
        hint={words.rehearsals.equalsHint}
        value={check.equals}
        onChange={(equals) => onChange({ equals })}
      />
    )}
    {check.kind === "tool_called" && <CallFields check={check} onChange={onChange} />}
    {check.kind === "judge" && (
      <Choice<"yes" | "no">
        label={words.rehearsals.answer}
        value={check.isYes ? "yes" : "no"}
        onChange={(answer) => onChange({ isYes: answer === "yes" })}
        options={[
          { value: "yes", label: words.rehearsals.yes },
          { value: "no", label: words.rehearsals.no },
        ]}
      />
    )}
  </>
);

/** What the check is about. */
const Subject = ({ check, names, onChange }: CheckFieldsProps) => {
  const text = { value: check.text, onChange: (changed: string) => onChange({ text: changed }), isRequired: true };
  switch (check.kind) {
    case "says":
    case "never_says":
      return <TextField label={words.rehearsals.text} {...text} />;
    case "reaches":
    case "never_reaches":
    case "ends_at":
      return <TextField label={words.rehearsals.step} suggestions={names.steps} {...text} />;
    case "variable":
      return <TextField label={words.rehearsals.variable} suggestions={names.variables} {...text} />;
    case "tool_called":
    case "tool_not_called":
      return <TextField label={words.rehearsals.tool} suggestions={names.tools} {...text} />;
    case "judge":
      return <TextField label={words.rehearsals.question} {...text} />;
    case "disposition":
      return <TextField label={words.rehearsals.disposition} {...text} />;
    case "turns_at_most":
      return (
        <TextField
          type="number"
          min={1}
          max={200}
          label={words.rehearsals.most}
          value={check.times}
          onChange={(times) => onChange({ times })}
          isRequired
        />
      );
  }
};

const CallFields = ({ check, onChange }: Omit<CheckFieldsProps, "names">) => (
  <FieldRow>
    <LongTextField
      label={words.rehearsals.arguments}
      hint={words.rehearsals.argumentsHint}
      value={check.arguments}
      onChange={(typed) => onChange({ arguments: typed })}
      rows={2}
      isCode
      fault={check.arguments.trim() === "" || isJson(check.arguments) ? undefined : words.rehearsals.notJson}
    />
    <TextField
      type="number"
      min={1}
      max={100}
      label={words.rehearsals.times}
      hint={words.rehearsals.timesHint}
      value={check.times}
      onChange={(times) => onChange({ times })}
    />
  </FieldRow>
);
