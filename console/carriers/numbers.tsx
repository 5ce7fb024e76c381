import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { PhoneNumber } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Plus, Trash2 } from "../ui/icons.ts";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { AgentChoice, NOBODY } from "./agent-choice.tsx";
import { carriersKey, numbersQuery } from "./carrier-queries.ts";
import styles from "./carriers.module.css";
import { RentNumber } from "./rent-number.tsx";

const { organization } = words;

export const Numbers = ({ carrierId }: { carrierId: number }) => {
  const { data: numbers } = useSuspenseQuery(numbersQuery(carrierId));
  const [open, setOpen] = useState<"add" | "rent" | null>(null);
  const close = () => setOpen(null);
  return (
    <Card
      title={organization.numbersOf}
      count={numbers.length}
      aside={
        <span className={table.actions}>
          <Button needs="admin" onClick={() => setOpen("rent")}>
            {organization.rentNumber}
          </Button>
          <Button needs="admin" onClick={() => setOpen("add")}>
            <Plus aria-hidden /> {organization.addNumber}
          </Button>
        </span>
      }
      isFlush
    >
      {numbers.length === 0 ? (
        <p className={styles.none}>{organization.noNumbers}</p>
      ) : (
        <DataTable label={organization.numbersOf} columns={COLUMNS} rows={numbers} keyOf={({ id }) => id} />
      )}
      <Dialog isOpen={open === "add"} onClose={close} title={organization.addNumber}>
        <AddNumber carrierId={carrierId} onDone={close} />
      </Dialog>
      <Dialog isOpen={open === "rent"} onClose={close} title={organization.rentNumber} isWide>
        <RentNumber carrierId={carrierId} onDone={close} />
      </Dialog>
    </Card>
  );
};

const COLUMNS: readonly Column<PhoneNumber>[] = [
  {
    name: organization.number,
    cell: ({ address, label, is_default_caller_id: isDefault }) => (
      <>
        <span className={table.mono}>{address}</span>{" "}
        {isDefault && <Badge tone="busy">{organization.defaultCaller}</Badge>}
        {label && <p className={table.soft}>{label}</p>}
      </>
    ),
  },
  { name: organization.answeredBy, cell: (number) => number.inbound_workflow_name ?? NOTHING },
  { name: words.shell.more, isNameHidden: true, cell: (number) => <NumberCommands number={number} /> },
];

const NumberCommands = ({ number }: { number: PhoneNumber }) => {
  const queries = useQueryClient();
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpen(null);
  const remove = useAction({
    run: () =>
      callApi("DELETE /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}", {
        params: { config_id: number.telephony_configuration_id, phone_number_id: number.id },
      }),
    said: organization.removed,
    onDone: () => queries.invalidateQueries({ queryKey: carriersKey }),
  });
  return (
    <div className={table.actions}>
      <Button
        needs="admin"
        aria-label={`${organization.answeredBy}: ${number.address}`}
        onClick={() => setOpen("edit")}
      >
        {organization.answeredBy} …
      </Button>
      <Button
        kind="quiet"
        label={`${organization.remove}: ${number.address}`}
        needs="admin"
        onClick={() => setOpen("remove")}
      >
        <Trash2 aria-hidden />
      </Button>
      <Confirm
        isOpen={open === "remove"}
        onClose={close}
        title={organization.removeNumberTitle(number.address)}
        text={organization.removeNumberText}
        action={organization.remove}
        onConfirm={() => remove.mutate()}
      />
      <Dialog isOpen={open === "edit"} onClose={close} title={number.address}>
        <EditNumber number={number} onDone={close} />
      </Dialog>
    </div>
  );
};

const EditNumber = ({ number, onDone }: { number: PhoneNumber; onDone(): void }) => {
  const queries = useQueryClient();
  const [label, setLabel] = useState(number.label ?? "");
  const [agent, setAgent] = useState(String(number.inbound_workflow_id ?? NOBODY));
  const textAgentBefore = String(number.text_workflow_id ?? NOBODY);
  const [textAgent, setTextAgent] = useState(textAgentBefore);
  const [isDefault, setDefault] = useState(number.is_default_caller_id);
  const params = { config_id: number.telephony_configuration_id, phone_number_id: number.id };
  const save = useAction({
    run: async () => {
      const saved = await callApi("PUT /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}", {
        params,
        body: {
          label,
          ...(agent === NOBODY ? { clear_inbound_workflow: true } : { inbound_workflow_id: Number(agent) }),
          ...(textAgent !== textAgentBefore &&
            (textAgent === NOBODY ? { clear_text_workflow: true } : { text_workflow_id: Number(textAgent) })),
        },
      });
      if (isDefault && !number.is_default_caller_id)
        await callApi(
          "POST /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller",
          {
            params,
          },
        );
      return saved;
    },
    said: saySaved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: carriersKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => save.mutate()} action={words.shell.save} isBusy={save.isPending} error={save.error}>
      <TextField label={organization.label} value={label} onChange={setLabel} maxLength={64} />
      <AgentChoice value={agent} onChange={setAgent} />
      <AgentChoice
        label={organization.textsAnsweredBy}
        nobody={organization.agentOfAccount}
        value={textAgent}
        onChange={setTextAgent}
      />
      {!number.is_default_caller_id && (
        <CheckField label={organization.makeDefaultCaller} isOn={isDefault} onChange={setDefault} />
      )}
    </Form>
  );
};

const AddNumber = ({ carrierId, onDone }: { carrierId: number; onDone(): void }) => {
  const queries = useQueryClient();
  const [address, setAddress] = useState("");
  const [agent, setAgent] = useState(NOBODY);
  const add = useAction({
    run: () =>
      callApi("POST /organizations/telephony-configs/{config_id}/phone-numbers", {
        params: { config_id: carrierId },
        body: { address, ...(agent !== NOBODY && { inbound_workflow_id: Number(agent) }) },
      }),
    said: saySaved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: carriersKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => add.mutate()} action={organization.addNumber} isBusy={add.isPending} error={add.error}>
      <TextField
        label={organization.number}
        value={address}
        onChange={setAddress}
        placeholder="+12025550123"
        isRequired
        hasFocus
      />
      <AgentChoice value={agent} onChange={setAgent} />
    </Form>
  );
};

/** What its carrier could not be told of calls and texts comes before anything else. */
const saySaved = ({ provider_sync: sync }: Pick<PhoneNumber, "provider_sync">): string =>
  sync?.ok === false && sync.message !== null ? sync.message : words.shell.saved;
