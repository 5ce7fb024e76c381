import { PropertyField } from "../agents/property-field.tsx";
import type { NodeProperty } from "../api/routes.ts";
import { words } from "../words/words.ts";
import type { ConfigProps } from "./tool-json.ts";

const CREDENTIAL: NodeProperty = {
  name: "credential_uuid",
  type: "credential_ref",
  display_name: words.tools.credential,
  description: words.tools.credentialHint,
  required: false,
};

/** The field for the credential by which the tool authenticates at its server. */
export const CredentialField = ({ config, onChange }: ConfigProps) => (
  <PropertyField
    property={CREDENTIAL}
    value={config["credential_uuid"]}
    fault={undefined}
    onChange={(uuid) => onChange({ credential_uuid: uuid ?? null })}
  />
);
