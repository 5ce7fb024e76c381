import { Choice } from "../ui/choice.tsx";
import { FieldRow, LongTextField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { isJson, type ToolDraft } from "./scenario-draft.ts";

interface ToolFieldsProps {
  tool: ToolDraft;
  names: readonly string[];
  onChange(change: Partial<ToolDraft>): void;
}

export const ToolFields = ({ tool, names, onChange }: ToolFieldsProps) => (
  <>
    <FieldRow>
      <TextField
        label={words.rehearsals.tool}
        suggestions={names}
        value={tool.name}
        onChange={(name) => onChange({ name })}
        isRequired
      />
      <Choice<ToolDraft["does"]>
        label={words.rehearsals.answers}
        value={tool.does}
        onChange={(does) => onChange({ does, value: "" })}
        options={[
          { value: "returns", label: words.rehearsals.answering.returns },
          { value: "fails", label: words.rehearsals.answering.fails },
        ]}
      />
      <TextField
        type="number"
        min={0}
        max={600_000}
        label={words.rehearsals.afterMs}
        value={tool.afterMs}
        onChange={(afterMs) => onChange({ afterMs })}
      />
    </FieldRow>
    {tool.does === "returns" ? (
      <LongTextField
        label={words.rehearsals.returns}
        value={tool.value}
        onChange={(value) => onChange({ value })}
        rows={3}
        isCode
        fault={tool.value.trim() === "" || isJson(tool.value) ? undefined : words.rehearsals.notJson}
      />
    ) : (
      <TextField
        label={words.rehearsals.fails}
        value={tool.value}
        onChange={(value) => onChange({ value })}
        isRequired
      />
    )}
  </>
);
