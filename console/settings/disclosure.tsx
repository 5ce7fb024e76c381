import { useState } from "react";
import type { OrganizationPreferences } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { SwitchField, TextField } from "../ui/fields.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { words } from "../words/words.ts";
import { useSavePreferences } from "./use-save-preferences.ts";

const { organization } = words;

/** The form that says whether recorded calls begin with a disclosure, or why they need none. */
export const Disclosure = ({ preferences: { disclosure } }: { preferences: OrganizationPreferences }) => {
  const [isOn, setOn] = useState(disclosure.enabled);
  const [reason, setReason] = useState(disclosure.reason ?? "");
  const save = useSavePreferences(() => ({ disclosure: { enabled: isOn, reason: isOn ? null : reason } }));
  return (
    <Card title={organization.disclosure}>
      <SaveForm save={save}>
        <SwitchField label={organization.disclose} hint={organization.discloseHint} isOn={isOn} onChange={setOn} />
        {!isOn && (
          <TextField
            label={organization.noDisclosureReason}
            hint={organization.anyHourReasonHint}
            value={reason}
            onChange={setReason}
            maxLength={1000}
            isRequired
          />
        )}
      </SaveForm>
    </Card>
  );
};
