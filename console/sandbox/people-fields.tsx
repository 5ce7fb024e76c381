import { Card } from "../ui/card.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { Stack } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import { type MannersFieldsProps, OUTCOMES } from "./manners-draft.ts";

const { sandbox } = words;

/** Who answers and how: the weights of outcomes, and how long people let it ring and talk. */
export const PeopleFields = ({ draft, onChange, faultOf }: MannersFieldsProps) => (
  <Card title={sandbox.people}>
    <Stack>
      <p>{sandbox.peopleText}</p>
      <FieldRow>
        {OUTCOMES.map((name) => (
          <TextField
            key={name}
            label={sandbox.outcomes[name]}
            type="number"
            min={0}
            step="any"
            value={draft.weights[name]}
            onChange={(text) => onChange({ ...draft, weights: { ...draft.weights, [name]: text } })}
            fault={faultOf(`people.weights.${name}`)}
          />
        ))}
      </FieldRow>
      {(["ring_seconds", "talk_seconds"] as const).map((name) => (
        <FieldRow key={name}>
          <TextField
            label={sandbox.least[name]}
            type="number"
            min={0}
            step="any"
            value={draft.least[name]}
            onChange={(text) => onChange({ ...draft, least: { ...draft.least, [name]: text } })}
          />
          <TextField
            label={sandbox.most[name]}
            type="number"
            min={0}
            step="any"
            value={draft.most[name]}
            onChange={(text) => onChange({ ...draft, most: { ...draft.most, [name]: text } })}
            fault={faultOf(`people.${name}`)}
          />
        </FieldRow>
      ))}
      {(draft.kept.groups.length > 0 || draft.kept.outcomes) && <p>{sandbox.keptPeople}</p>}
    </Stack>
  </Card>
);
