import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { ApiKey, Scope } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Plus } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import { useHindrance } from "../ui/role.ts";
import { ShownOnce } from "../ui/secret.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatDay, formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { ScopesField } from "./scopes.tsx";

const { organization } = words;
const keysQuery = queryOptions({ queryKey: ["keys"], queryFn: () => callApi("GET /users/api-keys", {}) });

/** Shows keys to people who may create some; others are told so. */
export const Keys = () => {
  const hindrance = useHindrance("admin");
  if (hindrance === undefined) return <AllKeys />;
  return (
    <Page title={words.shell.keys}>
      <Empty title={hindrance} text={organization.keysText} />
    </Page>
  );
};

const AllKeys = () => {
  const { data: keys } = useSuspenseQuery(keysQuery);
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button kind="primary" needs="admin" onClick={() => setMaking(true)}>
      <Plus aria-hidden /> {organization.newKey}
    </Button>
  );
  return (
    <Page title={words.shell.keys} actions={keys.length > 0 && make}>
      {keys.length === 0 ? (
        <Empty title={organization.keysEmpty} text={organization.keysText} docs="API keys">
          {make}
        </Empty>
      ) : (
        <>
          <p>{organization.keysText}</p>
          <Card title={words.shell.keys} count={keys.length} isFlush>
            <DataTable label={words.shell.keys} columns={COLUMNS} rows={keys} keyOf={({ id }) => id} />
          </Card>
        </>
      )}
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title={organization.newKey}>
        <NewKey onDone={() => setMaking(false)} />
      </Dialog>
    </Page>
  );
};

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    name: organization.name,
    cell: ({ name, environment, client_name: client, role }) => (
      <>
        {name} {environment === "sandbox" && <Badge tone="busy">{organization.sandboxKey}</Badge>}
        {client !== null && (
          <p className={table.soft}>
            {words.letIn.program}
            {role && `, ${words.letIn.asRole(words.team.roleNames[role])}`}
          </p>
        )}
      </>
    ),
  },
  { name: organization.prefix, cell: ({ key_prefix }) => <span className={table.mono}>{key_prefix}…</span> },
  {
    name: organization.state,
    cell: (key) => <Badge tone={key.is_active ? "good" : "calm"}>{describeState(key)}</Badge>,
  },
  {
    name: organization.keyEnd,
    cell: ({ expires_at: at }) => <span className={table.soft}>{at ? formatDay(at) : organization.never}</span>,
  },
  {
    name: organization.scopes,
    cell: ({ scopes }) => <span className={table.soft}>{scopes?.join(", ") ?? organization.allScopes}</span>,
  },
  {
    name: organization.lastUsed,
    cell: ({ last_used_at: at }) => <span className={table.soft}>{at ? formatMoment(at) : organization.never}</span>,
  },
  { name: organization.made, cell: ({ created_at }) => <span className={table.soft}>{formatDay(created_at)}</span> },
  { name: words.shell.more, isNameHidden: true, cell: (key) => <KeyCommand apiKey={key} /> },
];

const describeState = ({ is_active, archived_at }: ApiKey): string => {
  if (is_active) return organization.active;
  return archived_at ? organization.archived : organization.expired;
};

const KeyCommand = ({ apiKey }: { apiKey: ApiKey }) => {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const params = { api_key_id: apiKey.id };
  /** An expired key can be archived as well. */
  const isKept = apiKey.archived_at === null;
  const change = useAction({
    run: () =>
      isKept
        ? callApi("DELETE /users/api-keys/{api_key_id}", { params })
        : callApi("PUT /users/api-keys/{api_key_id}/reactivate", { params }),
    said: words.shell.saved,
    onDone: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  return (
    <div className={table.actions}>
      {isKept && (
        <Button needs="admin" aria-label={`${organization.moveEnd}: ${apiKey.name}`} onClick={() => setMoving(true)}>
          {organization.moveEnd}
        </Button>
      )}
      <Dialog isOpen={isMoving} onClose={() => setMoving(false)} title={organization.moveEnd}>
        <KeyEnd apiKey={apiKey} onDone={() => setMoving(false)} />
      </Dialog>
      {(isKept || apiKey.client_name === null) && (
        <Button
          needs="admin"
          aria-label={`${isKept ? organization.archive : organization.reactivate}: ${apiKey.name}`}
          onClick={() => (isKept ? setAsking(true) : change.mutate())}
        >
          {isKept ? organization.archive : organization.reactivate}
        </Button>
      )}
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={organization.archiveTitle(apiKey.name)}
        text={apiKey.client_name === null ? organization.archiveText : organization.stopText}
        action={organization.archive}
        onConfirm={() => change.mutate()}
      />
    </div>
  );
};

/** Moves the end of a key, or takes it away; one that has expired works again. */
const KeyEnd = ({ apiKey, onDone }: { apiKey: ApiKey; onDone(): void }) => {
  const queries = useQueryClient();
  const [lastDay, setLastDay] = useState("");
  const move = useAction({
    run: () =>
      callApi("PATCH /users/api-keys/{api_key_id}", {
        params: { api_key_id: apiKey.id },
        body: { expires_at: null, ...endOf(lastDay) },
      }),
    said: words.shell.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: keysQuery.queryKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => move.mutate()} action={words.shell.save} isBusy={move.isPending} error={move.error}>
      <TextField
        label={organization.lastDay}
        hint={organization.lastDayHint}
        type="date"
        value={lastDay}
        onChange={setLastDay}
        hasFocus
      />
    </Form>
  );
};

const NewKey = ({ onDone }: { onDone(): void }) => {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState<ApiKey["environment"]>("production");
  const [lastDay, setLastDay] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>();
  const create = useAction({
    run: () =>
      callApi("POST /users/api-keys", {
        body: { name, environment, ...endOf(lastDay), ...(scopes && { scopes: [...scopes] }) },
      }),
    onDone: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
    isQuietOnRefusal: true,
  });
  if (create.data) return <ShownOnce label={words.shell.keys} value={create.data.api_key} onDone={onDone} />;
  return (
    <Form onSubmit={() => create.mutate()} action={organization.newKey} isBusy={create.isPending} error={create.error}>
      <TextField label={organization.keyName} value={name} onChange={setName} maxLength={255} isRequired hasFocus />
      <Choice<ApiKey["environment"]>
        label={organization.environment}
        value={environment}
        onChange={setEnvironment}
        options={[
          { value: "production", label: organization.production },
          { value: "sandbox", label: organization.sandbox },
        ]}
      />
      <TextField
        label={organization.lastDay}
        hint={organization.lastDayHint}
        type="date"
        value={lastDay}
        onChange={setLastDay}
      />
      <ScopesField value={scopes} onChange={setScopes} />
    </Form>
  );
};

/** The end of the day, here. */
const endOf = (day: string) => (day === "" ? {} : { expires_at: new Date(`${day}T23:59:59`).toISOString() });
