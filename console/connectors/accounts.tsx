import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { ConnectedAccount, Connector } from "../api/routes.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Unplug } from "../ui/icons.ts";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { accountsKey } from "./connector-queries.ts";
import styles from "./connectors.module.css";

const TONES: Record<ConnectedAccount["status"], Tone> = { connected: "good", expired: "bad", revoked: "calm" };

interface AccountsProps {
  accounts: readonly ConnectedAccount[];
  appOf(account: ConnectedAccount): Connector | undefined;
  onSignIn(app: Connector): void;
}

/** Lists the connected accounts; expired ones come first. */
export const Accounts = ({ accounts, appOf, onSignIn }: AccountsProps) => {
  const [leaving, setLeaving] = useState<ConnectedAccount | null>(null);
  const revoke = useRevoke();
  const sorted = accounts.toSorted((a, b) => Number(b.status === "expired") - Number(a.status === "expired"));
  return (
    <Card title={words.connectors.accounts} count={accounts.length} isFlush>
      {accounts.length === 0 ? (
        <p className={styles.none}>{words.connectors.noAccounts}</p>
      ) : (
        <DataTable
          label={words.connectors.accounts}
          columns={columnsOf({ appOf, onSignIn, onLeave: setLeaving })}
          rows={sorted}
          keyOf={({ id }) => id}
        />
      )}
      <Confirm
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title={words.connectors.revokeTitle(leaving?.account_label ?? "")}
        text={words.connectors.revokeText}
        action={words.connectors.revoke}
        onConfirm={() => leaving && revoke.mutate(leaving.id)}
      />
    </Card>
  );
};

const useRevoke = () => {
  const queries = useQueryClient();
  return useAction({
    run: (id: number) => callApi("DELETE /connectors/accounts/{account_id}", { params: { account_id: id } }),
    said: words.connectors.revoked,
    onDone: () => queries.invalidateQueries({ queryKey: accountsKey }),
  });
};

interface ColumnsInput extends Omit<AccountsProps, "accounts"> {
  onLeave(account: ConnectedAccount): void;
}

const columnsOf = ({ appOf, onSignIn, onLeave }: ColumnsInput): readonly Column<ConnectedAccount>[] => [
  { name: words.connectors.app, cell: (account) => appOf(account)?.name ?? account.slug },
  { name: words.connectors.account, cell: ({ account_label: label }) => label },
  {
    name: words.connectors.status,
    cell: ({ status, status_reason: reason }) => (
      <>
        <Badge tone={TONES[status]}>{words.connectors.statuses[status]}</Badge> {status === "expired" && reason}
      </>
    ),
  },
  {
    name: words.connectors.since,
    cell: ({ status_changed_at: at }) => <span className={table.soft}>{formatMoment(at)}</span>,
  },
  {
    name: words.shell.more,
    isNameHidden: true,
    cell: (account) => {
      const app = appOf(account);
      return (
        <div className={table.actions}>
          {account.status !== "connected" && app && (
            <Button
              kind={account.status === "expired" ? "primary" : "plain"}
              needs="admin"
              impossible={app.available ? undefined : words.connectors.unavailable(app.name, app.slug)}
              onClick={() => onSignIn(app)}
            >
              {words.connectors.again}
            </Button>
          )}
          {account.status !== "revoked" && (
            <Button
              kind="quiet"
              label={`${words.connectors.revoke}: ${account.account_label}`}
              needs="admin"
              onClick={() => onLeave(account)}
            >
              <Unplug aria-hidden />
            </Button>
          )}
        </div>
      );
    },
  },
];
