import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { FoundPerson } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { Facts, Stack } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { KeptData } from "./kept-data.tsx";
import { type AskedPerson, readAsked } from "./people-queries.ts";

/** Looks for a person by number or address, and shows what is kept where. */
export const FindPerson = () => {
  const [typed, setTyped] = useState("");
  const find = useAction({
    run: async (asked: AskedPerson) => ({ asked, found: await callApi("POST /people/preview", { body: asked }) }),
    isQuietOnRefusal: true,
  });
  return (
    <Card title={words.people.find}>
      <Form
        isQuestion
        onSubmit={() => find.mutate(readAsked(typed))}
        action={words.people.look}
        isBusy={find.isPending}
        error={find.error}
        needs="admin"
      >
        <TextField label={words.people.who} hint={words.people.whoHint} value={typed} onChange={setTyped} isRequired />
      </Form>
      <div role="status">{find.data && <Found {...find.data} onErased={() => find.reset()} />}</div>
    </Card>
  );
};

interface FoundProps {
  asked: AskedPerson;
  found: FoundPerson;
  onErased(): void;
}

const Found = ({ asked, found, onErased }: FoundProps) => {
  const [open, setOpen] = useState<"export" | "erase" | null>(null);
  const close = () => setOpen(null);
  const isNothing = found.found.length === 0;
  return (
    <Stack>
      {isNothing && <Notice tone="calm" title={words.people.nothing} />}
      <Facts
        facts={[
          [words.people.numbers, formatWhole(found.numbers)],
          [words.people.callsUnderWay, formatWhole(found.calls_under_way)],
          [words.people.doNotCall, found.do_not_call ? words.people.yes : words.people.no],
        ]}
      />
      {!isNothing && <KeptData label={words.people.kept} places={found.found} />}
      {found.documents.length > 0 && (
        <Notice tone="warn" title={words.people.documents(formatWhole(found.documents.length))}>
          {found.documents.map(({ filename }) => filename).join(", ")}
        </Notice>
      )}
      <div className={table.actions}>
        <Button needs="admin" onClick={() => setOpen("export")}>
          {words.people.export}
        </Button>
        <Button kind="danger" needs="admin" onClick={() => setOpen("erase")}>
          {words.people.erase}
        </Button>
      </div>
      <Dialog isOpen={open === "export"} onClose={close} title={words.people.export} text={words.people.exportText}>
        <ExportForm asked={asked} onDone={close} />
      </Dialog>
      <Dialog isOpen={open === "erase"} onClose={close} title={words.people.eraseTitle} text={words.people.eraseText}>
        <EraseForm
          asked={asked}
          onDone={() => {
            close();
            onErased();
          }}
        />
      </Dialog>
    </Stack>
  );
};

const ExportForm = ({ asked, onDone }: { asked: AskedPerson; onDone(): void }) => {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const start = useAction({
    run: () => callApi("POST /people/exports", { body: { ...asked, reason } }),
    said: words.people.exportBegun,
    onDone: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: ["people", "exports"] });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => start.mutate()} action={words.people.export} isBusy={start.isPending} error={start.error}>
      <TextField
        label={words.people.reason}
        hint={words.people.reasonHint}
        value={reason}
        onChange={setReason}
        isRequired
      />
    </Form>
  );
};

const EraseForm = ({ asked, onDone }: { asked: AskedPerson; onDone(): void }) => {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const [keeps, setKeeps] = useState(true);
  const start = useAction({
    run: () => callApi("POST /people/erasures", { body: { ...asked, reason, keep_do_not_call: keeps } }),
    said: words.people.erasureBegun,
    onDone: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: ["people"] });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => start.mutate()} action={words.people.eraseNow} isBusy={start.isPending} error={start.error}>
      <TextField
        label={words.people.reason}
        hint={words.people.reasonHint}
        value={reason}
        onChange={setReason}
        isRequired
      />
      <CheckField
        label={words.people.keepDoNotCall}
        hint={words.people.keepDoNotCallHint}
        isOn={keeps}
        onChange={setKeeps}
      />
    </Form>
  );
};
