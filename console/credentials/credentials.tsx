import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import type { Credential } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Plus, Trash2 } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { day, NOTHING, whole } from "../words/format.ts";
import { words } from "../words/words.ts";

const { organization } = words;
const credentialsQuery = queryOptions({ queryKey: ["credentials"], queryFn: () => api("GET /credentials/") });

/** What each kind is made of, in the API's names. */
const FIELDS = {
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

export const Credentials = () => {
  const { data: credentials } = useSuspenseQuery(credentialsQuery);
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button kind="primary" needs="admin" onClick={() => setMaking(true)}>
      <Plus aria-hidden /> {organization.newCredential}
    </Button>
  );
  return (
    <Page title={words.shell.credentials} actions={credentials.length > 0 && make}>
      {credentials.length === 0 ? (
        <Empty title={organization.credentialsEmpty} text={organization.credentialsText}>
          {make}
        </Empty>
      ) : (
        <Card title={`${words.shell.credentials} (${whole(credentials.length)})`} isFlush>
          <DataTable label={words.shell.credentials} columns={COLUMNS} rows={credentials} keyOf={({ uuid }) => uuid} />
        </Card>
      )}
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title={organization.newCredential}>
        <NewCredential onDone={() => setMaking(false)} />
      </Dialog>
    </Page>
  );
};

const COLUMNS: readonly Column<Credential>[] = [
  { name: organization.name, cell: ({ name }) => name },
  { name: organization.kind, cell: ({ credential_type: kind }) => organization.kinds[kind] },
  { name: organization.secret, cell: ({ hint }) => (hint ? organization.endsWith(hint) : NOTHING) },
  { name: organization.made, cell: ({ created_at }) => <span className={table.soft}>{day(created_at)}</span> },
  { name: organization.remove, isNameHidden: true, cell: (credential) => <Remove credential={credential} /> },
];

const Remove = ({ credential }: { credential: Credential }) => {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useAction({
    run: () => api("DELETE /credentials/{credential_uuid}", { params: { credential_uuid: credential.uuid } }),
    said: organization.removed,
    onDone: () => queries.invalidateQueries({ queryKey: credentialsQuery.queryKey }),
  });
  return (
    <div className={table.actions}>
      <Button
        kind="quiet"
        label={`${organization.remove}: ${credential.name}`}
        needs="admin"
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={organization.removeCredentialTitle(credential.name)}
        text={organization.removeCredentialText}
        action={organization.remove}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
};

const NewCredential = ({ onDone }: { onDone(): void }) => {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>("bearer_token");
  const [data, setData] = useState<Record<string, string>>({});
  const create = useAction({
    run: () => api("POST /credentials/", { body: { name, credential_type: kind, credential_data: data } }),
    said: words.shell.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: credentialsQuery.queryKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => create.mutate()}
      action={organization.newCredential}
      isBusy={create.isPending}
      error={create.error}
    >
      <TextField label={organization.name} value={name} onChange={setName} maxLength={255} isRequired hasFocus />
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
    </Form>
  );
};
