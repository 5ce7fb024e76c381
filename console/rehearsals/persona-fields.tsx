import type { ReadyPersona } from "../api/routes.ts";
import { Choice } from "../ui/choice.tsx";
import { LongTextField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import type { PersonaDraft } from "./scenario-draft.ts";

const OWN = "own";

interface PersonaFieldsProps {
  persona: PersonaDraft;
  personas: readonly ReadyPersona[];
  onChange(change: Partial<PersonaDraft>): void;
}

/** Who a model plays: a persona that is ready to use, one of your own, or the first with parts of your own. */
export const PersonaFields = ({ persona, personas, onChange }: PersonaFieldsProps) => {
  const ready = personas.find(({ name }) => name === persona.ready);
  return (
    <>
      <Choice
        label={words.rehearsals.persona}
        hint={ready ? words.rehearsals.readyHint : words.rehearsals.personaHint}
        value={persona.ready === "" ? OWN : persona.ready}
        onChange={(name) => onChange({ ready: name === OWN ? "" : name })}
        options={[
          { value: OWN, label: words.rehearsals.noPersona },
          ...personas.map(({ name, title }) => ({ value: name, label: words.rehearsals.personas[name] ?? title })),
        ]}
      />
      <LongTextField
        label={words.rehearsals.who}
        value={persona.who}
        onChange={(who) => onChange({ who })}
        rows={2}
        placeholder={ready?.who ?? ""}
        isRequired={!ready}
      />
      <LongTextField
        label={words.rehearsals.wants}
        value={persona.wants}
        onChange={(wants) => onChange({ wants })}
        rows={2}
        placeholder={ready?.wants ?? ""}
        isRequired={!ready}
      />
      <LongTextField
        label={words.rehearsals.never}
        value={persona.never}
        onChange={(never) => onChange({ never })}
        rows={2}
        placeholder={ready?.never ?? ""}
      />
      <TextField
        label={words.rehearsals.model}
        hint={words.rehearsals.modelHint}
        value={persona.model}
        onChange={(model) => onChange({ model })}
      />
    </>
  );
};
