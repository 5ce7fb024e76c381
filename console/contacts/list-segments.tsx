import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Answer, callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form, Problem } from "../ui/form.tsx";
import { Trash2 } from "../ui/icons.ts";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { segmentPreviewQuery, segmentsQuery } from "./contact-queries.ts";
import styles from "./contacts.module.css";

type Segment = Answer<"GET /contact-lists/{contact_list_id}/segments">["segments"][number];

/** Shows the parts of a list that campaigns can call, and makes new ones. */
export const ListSegments = ({ listId }: { listId: number }) => {
  const { data: segments = [] } = useQuery(segmentsQuery(listId));
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={words.contacts.segments}
      isFlush={segments.length > 0}
      aside={
        <Button needs="operator" onClick={() => setOpen(true)}>
          {words.contacts.newSegment}
        </Button>
      }
    >
      {segments.length === 0 ? (
        <p className={styles.soft}>{words.contacts.segmentsText}</p>
      ) : (
        <DataTable
          label={words.contacts.segments}
          columns={columnsOf(listId)}
          rows={segments}
          keyOf={({ segment_id: id }) => id}
        />
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.contacts.newSegment} isWide>
        <NewSegment listId={listId} onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
};

const columnsOf = (listId: number): readonly Column<Segment>[] => [
  { name: words.contacts.segmentName, cell: ({ name }) => name },
  { name: words.contacts.where, cell: ({ where }) => <span className={table.mono}>{where}</span> },
  {
    name: words.contacts.removeSegment,
    isNameHidden: true,
    cell: (segment) => <RemoveSegment listId={listId} segment={segment} />,
  },
];

const RemoveSegment = ({ listId, segment }: { listId: number; segment: Segment }) => {
  const queries = useQueryClient();
  const remove = useAction({
    run: () =>
      callApi("DELETE /contact-lists/{contact_list_id}/segments/{segment_id}", {
        params: { contact_list_id: listId, segment_id: segment.segment_id },
      }),
    said: words.contacts.removedSegment,
    onDone: () => queries.invalidateQueries({ queryKey: segmentsQuery(listId).queryKey }),
  });
  return (
    <div className={table.actions}>
      <Button
        kind="quiet"
        label={`${words.contacts.removeSegment} ${segment.name}`}
        needs="operator"
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
};

/** Whoever types pauses for so long before the list is counted. */
const COUNTED_AFTER_MS = 400;

const NewSegment = ({ listId, onDone }: { listId: number; onDone(): void }) => {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [where, setWhere] = useState("");
  const [counted, setCounted] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setCounted(where.trim()), COUNTED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [where]);
  const keep = useAction({
    run: () =>
      callApi("POST /contact-lists/{contact_list_id}/segments", {
        params: { contact_list_id: listId },
        body: { name, where },
      }),
    said: words.shell.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: segmentsQuery(listId).queryKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => keep.mutate()}
      action={words.shell.save}
      needs="operator"
      isBusy={keep.isPending}
      error={keep.error}
    >
      <TextField
        label={words.contacts.segmentName}
        value={name}
        onChange={setName}
        maxLength={255}
        isRequired
        hasFocus
      />
      <TextField
        label={words.contacts.where}
        hint={words.contacts.whereHint}
        value={where}
        onChange={setWhere}
        maxLength={1000}
        isRequired
      />
      {counted !== "" && <Counted listId={listId} where={counted} />}
    </Form>
  );
};

const Counted = ({ listId, where }: { listId: number; where: string }) => {
  const { data, error } = useQuery(segmentPreviewQuery(listId, where));
  if (error) return <Problem error={error} />;
  if (!data) return <p role="status">{words.shell.loading}</p>;
  const examples = data.examples.map(({ name, phone_number: number }) => name ?? number).join(", ");
  return <p role="status">{words.contacts.segmentCount(data.count, examples)}</p>;
};
