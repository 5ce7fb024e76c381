import { useState } from "react";
import type { OrganizationPreferences } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { CheckField } from "../ui/fields.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { words } from "../words/words.ts";
import { useSavePreferences } from "./use-save-preferences.ts";

const { redaction } = words.organization;
type Setting = NonNullable<OrganizationPreferences["redaction"]>;
type Kind = Setting["kinds"][number];
type Place = Setting["in"][number];

const keysOf = <Key extends string>(labels: Readonly<Record<Key, string>>): Key[] =>
  Object.keys(labels).filter((key): key is Key => Object.hasOwn(labels, key));
const KINDS = keysOf<Kind>(redaction.kinds);
const PLACES = keysOf<Place>(redaction.places);

/** The form of what is left out of conversations, and where. */
export const Redaction = ({ preferences }: { preferences: OrganizationPreferences }) => {
  const [kinds, setKinds] = useState<readonly Kind[]>(preferences.redaction?.kinds ?? []);
  const [places, setPlaces] = useState<readonly Place[]>(preferences.redaction?.in ?? []);
  const [keepsOriginal, setKeepsOriginal] = useState(preferences.redaction?.keep_original === true);
  const save = useSavePreferences(() => ({
    redaction:
      kinds.length === 0 && places.length === 0
        ? null
        : { kinds: [...kinds], in: [...places], ...(keepsOriginal && { keep_original: true }) },
  }));
  return (
    <Card title={redaction.title}>
      <SaveForm save={save}>
        <p>{redaction.text}</p>
        <Choices labels={redaction.kinds} all={KINDS} chosen={kinds} onChange={setKinds} />
        <p>{redaction.placesText}</p>
        <Choices labels={redaction.places} all={PLACES} chosen={places} onChange={setPlaces} />
        <CheckField
          label={redaction.keepOriginal}
          hint={redaction.keepOriginalHint}
          isOn={keepsOriginal}
          onChange={setKeepsOriginal}
        />
      </SaveForm>
    </Card>
  );
};

interface ChoicesProps<Key extends string> {
  labels: Readonly<Record<Key, string>>;
  all: readonly Key[];
  chosen: readonly Key[];
  onChange(chosen: readonly Key[]): void;
}

const Choices = <Key extends string>({ labels, all, chosen, onChange }: ChoicesProps<Key>) =>
  all.map((key) => (
    <CheckField
      key={key}
      label={labels[key]}
      isOn={chosen.includes(key)}
      onChange={(isOn) => onChange(isOn ? [...chosen, key] : chosen.filter((other) => other !== key))}
    />
  ));
