import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/form.tsx";
import table from "../ui/table.module.css";
import { formatMoment, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { type Intake, intakesQuery } from "./contact-queries.ts";
import styles from "./contacts.module.css";
import { IntakeMenu } from "./intake-menu.tsx";
import { NewCallsIntake } from "./new-calls-intake.tsx";
import { NewIntake } from "./new-intake.tsx";

const { intakes: said } = words;

/** Shows the forms and programs that send contacts of a list, and the calls whose people join it: who joined last, and what could not be taken. */
export const ListIntakes = ({ listId }: { listId: number }) => {
  const { data: intakes = [], error } = useQuery(intakesQuery(listId));
  const [open, setOpen] = useState<"form" | "calls" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Card
        title={said.title}
        isFlush={intakes.length > 0}
        aside={
          <>
            <Button needs="operator" onClick={() => setOpen("form")}>
              {said.make}
            </Button>
            <Button needs="operator" onClick={() => setOpen("calls")}>
              {said.makeCalls}
            </Button>
          </>
        }
      >
        {error && <Problem error={error} />}
        {intakes.length === 0 ? (
          <p className={styles.soft}>{said.text}</p>
        ) : (
          <DataTable label={said.title} columns={COLUMNS} rows={intakes} keyOf={({ intake_id: id }) => id} />
        )}
      </Card>
      {/* Beside the card, which is another one with the first form: the secret stays to be read. */}
      <Dialog isOpen={open === "form"} onClose={close} title={said.make} isWide>
        <NewIntake listId={listId} onDone={close} />
      </Dialog>
      <Dialog isOpen={open === "calls"} onClose={close} title={said.makeCalls} isWide>
        <NewCallsIntake listId={listId} onDone={close} />
      </Dialog>
    </>
  );
};

const COLUMNS: readonly Column<Intake>[] = [
  {
    name: said.name,
    cell: ({ name, url, calls, is_active: isOn }) => (
      <>
        {name}
        {!isOn && ` (${said.isOff})`}
        <p className={`${table.soft} ${table.mono}`}>{url ?? calls?.when ?? said.everyCall}</p>
      </>
    ),
  },
  { name: said.taken, isNumber: true, cell: ({ taken }) => formatWhole(taken) },
  { name: said.last, cell: ({ last_taken_at: at }) => (at === null ? NOTHING : formatMoment(at)) },
  { name: said.faults, isNumber: true, cell: (intake) => <Faults intake={intake} /> },
  { name: words.shell.more, isNameHidden: true, cell: (intake) => <IntakeMenu intake={intake} /> },
];

const Faults = ({ intake: { name, faults } }: { intake: Intake }) => {
  const [isOpen, setOpen] = useState(false);
  if (faults.length === 0) return formatWhole(0);
  return (
    <>
      <Button
        kind="quiet"
        label={`${said.faultsOf(name)}: ${formatWhole(faults.length)}`}
        onClick={() => setOpen(true)}
      >
        {formatWhole(faults.length)}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={said.faultsOf(name)} isWide>
        <DataTable
          label={said.faultsOf(name)}
          columns={FAULT_COLUMNS}
          rows={faults}
          keyOf={({ at, payload }) => `${at} ${payload}`}
        />
      </Dialog>
    </>
  );
};

const FAULT_COLUMNS: readonly Column<Intake["faults"][number]>[] = [
  { name: said.when, cell: ({ at }) => formatMoment(at) },
  { name: said.reason, cell: ({ reason }) => reason },
  { name: said.sent, cell: ({ payload }) => <code className={table.mono}>{payload}</code> },
];
