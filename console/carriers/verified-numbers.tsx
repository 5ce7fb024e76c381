import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { StartedVerification, VerifiedNumber } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Plus, Trash2 } from "../ui/icons.ts";
import { Notice } from "../ui/notice.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatDay, formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./carriers.module.css";

const { organization } = words;
const verifiedKey = ["verified-numbers"] as const;

/** Lists numbers that are not rented here but may be shown by calls: the organization has verified each. */
export const VerifiedNumbers = () => {
  const { data } = useQuery({ queryKey: verifiedKey, queryFn: () => callApi("GET /verified-numbers") });
  const [isProving, setProving] = useState(false);
  const numbers = data?.verified_numbers ?? [];
  return (
    <Card
      title={organization.verified}
      count={numbers.length}
      aside={
        <Button needs="admin" onClick={() => setProving(true)}>
          <Plus aria-hidden /> {organization.verify}
        </Button>
      }
      isFlush
    >
      {numbers.length === 0 ? (
        <p className={styles.none}>{organization.verifiedText}</p>
      ) : (
        <DataTable
          label={organization.verified}
          columns={COLUMNS}
          rows={numbers}
          keyOf={({ phone_number }) => phone_number}
        />
      )}
      <Dialog isOpen={isProving} onClose={() => setProving(false)} title={organization.verify}>
        <Prove onDone={() => setProving(false)} />
      </Dialog>
    </Card>
  );
};

const COLUMNS: readonly Column<VerifiedNumber>[] = [
  { name: organization.number, cell: ({ phone_number }) => <span className={table.mono}>{phone_number}</span> },
  { name: organization.provedBy, cell: ({ proof }) => organization.proofs[proof] },
  { name: organization.when, cell: ({ verified_at }) => <span className={table.soft}>{formatDay(verified_at)}</span> },
  { name: organization.remove, isNameHidden: true, cell: (number) => <Forget number={number.phone_number} /> },
];

const Forget = ({ number }: { number: string }) => {
  const queries = useQueryClient();
  const forget = useAction({
    run: () => callApi("DELETE /verified-numbers/{phone_number}", { params: { phone_number: number } }),
    said: organization.removed,
    onDone: () => queries.invalidateQueries({ queryKey: verifiedKey }),
  });
  return (
    <div className={table.actions}>
      <Button
        kind="quiet"
        label={`${organization.remove}: ${number}`}
        needs="admin"
        disabled={forget.isPending}
        onClick={() => forget.mutate()}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
};

const keyOf = ({
  method,
  telephony_configuration_id: account,
}: {
  method: string;
  telephony_configuration_id: number | null;
}) => `${method} ${account ?? ""}`;

/** Asks for the number and who calls it, then for the code from the call. */
const Prove = ({ onDone }: { onDone(): void }) => {
  const { data } = useQuery({
    queryKey: ["verified-numbers", "options"],
    queryFn: async () => (await callApi("GET /verified-numbers/options")).methods,
  });
  const [number, setNumber] = useState("");
  const [chosen, setChosen] = useState<string>();
  const way = data?.find((option) => keyOf(option) === chosen) ?? data?.[0];
  const start = useAction({
    run: () =>
      callApi("POST /verified-numbers/start", {
        body: {
          phone_number: number,
          ...(way && { method: way.method, telephony_configuration_id: way.telephony_configuration_id }),
        },
      }),
    isQuietOnRefusal: true,
  });
  if (start.data) return <Confirm started={start.data} onDone={onDone} />;
  return (
    <Form
      onSubmit={() => start.mutate()}
      action={organization.verifyStart}
      needs="admin"
      isBusy={start.isPending}
      error={start.error}
    >
      <TextField label={organization.number} value={number} onChange={setNumber} isRequired hasFocus />
      <Choice
        label={organization.provedBy}
        value={way && keyOf(way)}
        onChange={setChosen}
        options={(data ?? []).map((option) => ({ value: keyOf(option), label: option.title }))}
      />
      {way && <p className={styles.soft}>{way.description}</p>}
    </Form>
  );
};

const Confirm = ({ started, onDone }: { started: StartedVerification; onDone(): void }) => {
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  const confirm = useAction({
    run: () =>
      callApi("POST /verified-numbers/confirm", {
        body: { phone_number: started.phone_number, ...(code && { code }) },
      }),
    said: organization.verifiedNow,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: verifiedKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => confirm.mutate()}
      action={organization.verifyConfirm}
      isBusy={confirm.isPending}
      error={confirm.error}
    >
      <Notice tone="calm" title={started.message}>
        {organization.verifyUntil(formatMoment(started.expires_at))}{" "}
        {started.tries_left !== null && organization.triesLeft(formatWhole(started.tries_left))}
      </Notice>
      {started.code_to_type === null ? (
        <TextField label={organization.code} value={code} onChange={setCode} autoComplete="one-time-code" hasFocus />
      ) : (
        <p>
          {organization.codeToType} <strong className={table.mono}>{started.code_to_type}</strong>
        </p>
      )}
    </Form>
  );
};
