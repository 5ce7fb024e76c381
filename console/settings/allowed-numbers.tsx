import { useState } from "react";
import { Refusal } from "../api/client.ts";
import type { OrganizationPreferences } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { CheckField, TextField } from "../ui/fields.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { words } from "../words/words.ts";
import { useSavePreferences } from "./use-save-preferences.ts";

const { allowedNumbers } = words.organization;
type NumberKind = OrganizationPreferences["allowed_number_kinds"][number];
const isKind = (text: string): text is NumberKind => Object.hasOwn(allowedNumbers.kinds, text);
const KINDS = Object.keys(allowedNumbers.kinds).filter(isKind);

/** The form of the countries and the kinds of numbers that are called. */
export const AllowedNumbers = ({ preferences }: { preferences: OrganizationPreferences }) => {
  const [countries, setCountries] = useState(preferences.allowed_countries?.join(", ") ?? "");
  const [kinds, setKinds] = useState<readonly NumberKind[]>(preferences.allowed_number_kinds);
  const save = useSavePreferences(() => ({
    allowed_countries: listCodes(countries),
    allowed_number_kinds: KINDS.filter((kind) => kinds.includes(kind)),
  }));
  const fault =
    save.error instanceof Refusal
      ? save.error.faults.find(({ loc }) => loc.includes("allowed_countries"))?.msg
      : undefined;
  const change = (kind: NumberKind) => (isOn: boolean) =>
    setKinds(isOn ? [...kinds, kind] : kinds.filter((other) => other !== kind));
  return (
    <Card title={allowedNumbers.title}>
      <SaveForm save={save}>
        <TextField
          label={allowedNumbers.countries}
          hint={allowedNumbers.countriesHint}
          value={countries}
          onChange={setCountries}
          fault={fault}
        />
        <p>{allowedNumbers.kindsHint}</p>
        {KINDS.map((kind) => (
          <CheckField
            key={kind}
            label={allowedNumbers.kinds[kind]}
            isOn={kinds.includes(kind)}
            onChange={change(kind)}
          />
        ))}
      </SaveForm>
    </Card>
  );
};

/** Empty: every country. */
const listCodes = (text: string): string[] | null => {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  return codes.length === 0 ? null : codes;
};
