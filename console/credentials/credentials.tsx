import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Credential } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Plus, Trash2 } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatDay, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { CredentialForm } from "./credential-form.tsx";
import { credentialsQuery } from "./credential-queries.ts";

const { organization } = words;

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
        <Empty title={organization.credentialsEmpty} text={organization.credentialsText} docs="Credentials">
          {make}
        </Empty>
      ) : (
        <Card title={words.shell.credentials} count={credentials.length} isFlush>
          <DataTable label={words.shell.credentials} columns={COLUMNS} rows={credentials} keyOf={({ uuid }) => uuid} />
        </Card>
      )}
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title={organization.newCredential}>
        <CredentialForm onDone={() => setMaking(false)} />
      </Dialog>
    </Page>
  );
};

const COLUMNS: readonly Column<Credential>[] = [
  { name: organization.name, cell: ({ name }) => name },
  { name: organization.kind, cell: ({ credential_type: kind }) => organization.kinds[kind] },
  { name: organization.secret, cell: ({ hint }) => (hint ? organization.endsWith(hint) : NOTHING) },
  { name: organization.usedBy, cell: ({ used_by: users }) => <UsedBy users={users} /> },
  { name: organization.made, cell: ({ created_at }) => <span className={table.soft}>{formatDay(created_at)}</span> },
  { name: organization.remove, isNameHidden: true, cell: (credential) => <Commands credential={credential} /> },
];

/** Lists the tools and agents that stop when it is deleted. */
const UsedBy = ({ users }: { users: Credential["used_by"] }) => {
  if (users.length === 0) return NOTHING;
  return (
    <ul className={table.names}>
      {users.map((user) => (
        <li key={`${user.kind} ${user.id}`}>
          <UserLink user={user} />
        </li>
      ))}
    </ul>
  );
};

const UserLink = ({ user }: { user: Credential["used_by"][number] }) =>
  user.kind === "agent" ? (
    <Link className={table.link} to="/agents/$agentId" params={{ agentId: user.id }}>
      {user.name}
    </Link>
  ) : (
    <Link className={table.link} to="/tools">
      {user.name}
    </Link>
  );

const removalText = ({ used_by: users }: Credential): string =>
  users.length === 0
    ? organization.removeCredentialText
    : organization.removeUsedCredentialText(users.map(({ name }) => name).join(", "));

const Commands = ({ credential }: { credential: Credential }) => {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const remove = useAction({
    // Its users are named beside it and in the question.
    run: () =>
      callApi("DELETE /credentials/{credential_uuid}", {
        params: { credential_uuid: credential.uuid },
        query: { force: true },
      }),
    said: organization.removed,
    onDone: () => queries.invalidateQueries({ queryKey: credentialsQuery.queryKey }),
  });
  return (
    <div className={table.actions}>
      <Button needs="admin" aria-label={`${organization.edit}: ${credential.name}`} onClick={() => setEditing(true)}>
        {organization.edit}
      </Button>
      <Dialog isOpen={isEditing} onClose={() => setEditing(false)} title={credential.name}>
        <CredentialForm credential={credential} onDone={() => setEditing(false)} />
      </Dialog>
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
        text={removalText(credential)}
        action={organization.remove}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
};
