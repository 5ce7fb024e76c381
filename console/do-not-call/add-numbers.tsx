import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { DoNotCallAddition } from "../api/routes.ts";
import { FileField, LongTextField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";

const useAddition = (run: () => Promise<DoNotCallAddition>, onDone: () => void) => {
  const queries = useQueryClient();
  return useAction({
    run,
    said: ({ added, already_listed: already }) => words.doNotCall.added(formatWhole(added), formatWhole(already)),
    onDone: async ({ invalid_count: invalid }) => {
      await queries.invalidateQueries({ queryKey: ["do-not-call"] });
      if (invalid === 0) onDone();
    },
    isQuietOnRefusal: true,
  });
};

export const AddNumbers = ({ onDone }: { onDone(): void }) => {
  const [numbers, setNumbers] = useState("");
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const add = useAddition(
    () =>
      callApi("POST /do-not-call", {
        body: {
          phone_numbers: numbers
            .split(/[\n,;]/)
            .map((number) => number.trim())
            .filter(Boolean),
          ...(reason && { reason }),
          ...(until && { expires_at: new Date(`${until}T23:59:59`).toISOString() }),
        },
      }),
    onDone,
  );
  return (
    <Form onSubmit={() => add.mutate()} action={words.doNotCall.add} isBusy={add.isPending} error={add.error}>
      <LongTextField
        label={words.doNotCall.numbers}
        hint={words.doNotCall.numbersHint}
        value={numbers}
        onChange={setNumbers}
        rows={5}
        isRequired
      />
      <TextField label={words.doNotCall.reason} value={reason} onChange={setReason} />
      <TextField
        label={words.doNotCall.until}
        hint={words.doNotCall.untilHint}
        type="date"
        value={until}
        onChange={setUntil}
      />
      <Invalid addition={add.data} />
    </Form>
  );
};

export const UploadNumbers = ({ onDone }: { onDone(): void }) => {
  const [file, setFile] = useState<File>();
  const upload = useAddition(() => {
    const body = new FormData();
    if (file) body.set("file", file);
    return callApi("POST /do-not-call/upload", { body });
  }, onDone);
  return (
    <Form
      onSubmit={() => upload.mutate()}
      action={words.doNotCall.upload}
      meanwhile={words.documents.uploading}
      isBusy={upload.isPending}
      isDisabled={!file}
      error={upload.error}
    >
      <FileField
        label={words.doNotCall.file}
        hint={words.doNotCall.fileHint}
        accept=".csv,.xlsx"
        onChange={setFile}
        isRequired
      />
      <Invalid addition={upload.data} />
    </Form>
  );
};

const SHOWN = 10;

const Invalid = ({ addition }: { addition: DoNotCallAddition | undefined }) =>
  addition && addition.invalid_count > 0 ? (
    <Notice tone="warn" title={words.doNotCall.invalid(formatWhole(addition.invalid_count))}>
      <ul>
        {addition.invalid.slice(0, SHOWN).map(({ phone_number: number, reason, line }) => (
          <li key={`${line ?? ""} ${number}`}>
            {line === undefined ? number : `${line}: ${number}`} — {reason}
          </li>
        ))}
      </ul>
    </Notice>
  ) : null;
