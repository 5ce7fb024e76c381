import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Credential } from "../api/routes.ts";
import { Choice } from "../ui/choice.tsx";
import { SwitchField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { credentialsQuery } from "./credential-queries.ts";

const { organization } = words;

/** The fields of each kind, by the API's names. */
const FIELDS = {
  none: [],
  bearer_token: [{ name: "token", label: organization.secret, isSecret: true }],
  api_key: [
    { name: "header_name", label: organization.header, isSecret: false },
    { name: "api_key", label: organization.secret, isSecret: true },
  ],
  basic_auth: [
    { name: "username", label: organization.user, isSecret: false },
    { name: "password", label: organization.secret, isSecret: true },
  ],
  custom_header: [
    { name: "header_name", label: organization.header, isSecret: false },
    { name: "header_value", label: organization.secret, isSecret: true },
  ],
} as const;
type Kind = keyof typeof FIELDS;
const KINDS = ["bearer_token", "api_key", "basic_auth", "custom_header"] as const;

interface CredentialFormProps {
  /** Absent: a new credential is created. */
  credential?: Credential;
  onDone(): void;
}

/** Creates a credential, or changes its name and, on request, its secret. */
export const CredentialForm = ({ credential, onDone }: CredentialFormProps) => {
  const queries = useQueryClient();
  const [name, setName] = useState(credential?.name ?? "");
  const [replaces, setReplaces] = useState(credential === undefined);
  const [kind, setKind] = useState<Kind>(credential?.credential_type ?? "bearer_token");
  const [data, setData] = useState<Record<string, string>>({});
  const secret = { credential_type: kind, credential_data: data };
  const save = useAction({
    run: () =>
      credential === undefined
        ? callApi("POST /credentials/", { body: { name, ...secret } })
        : callApi("PUT /credentials/{credential_uuid}", {
            params: { credential_uuid: credential.uuid },
            body: { name, ...(replaces && secret) },
          }),
    said: words.shell.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: credentialsQuery.queryKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => save.mutate()}
      action={credential === undefined ? organization.newCredential : words.shell.save}
      isBusy={save.isPending}
      error={save.error}
    >
      <TextField label={organization.name} value={name} onChange={setName} maxLength={255} isRequired hasFocus />
      {credential && <SwitchField label={organization.replaceSecret} isOn={replaces} onChange={setReplaces} />}
      {replaces && (
        <>
          <Choice<Kind>
            label={organization.kind}
            value={kind}
            onChange={(next) => {
              setKind(next);
              setData({});
            }}
            options={KINDS.map((value) => ({ value, label: organization.kinds[value] ?? value }))}
          />
          {FIELDS[kind].map(({ name: field, label, isSecret }) => (
            <TextField
              key={field}
              label={label}
              type={isSecret ? "password" : "text"}
              autoComplete={isSecret ? "new-password" : "off"}
              value={data[field] ?? ""}
              onChange={(value) => setData({ ...data, [field]: value })}
              isRequired
            />
          ))}
        </>
      )}
    </Form>
  );
};
