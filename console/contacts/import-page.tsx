import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ContactList as List } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { FieldRow, FileField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import { listsQuery } from "./contact-queries.ts";
import styles from "./contacts.module.css";
import { buildExampleFile } from "./example-file.ts";
import { FirstRows } from "./first-rows.tsx";
import { type FileHead, guessColumn, readHead, type Target } from "./read-columns.ts";
import { ABSENT, type Consent, type ImportDraft, type Mapping, NEW_LIST, useImport } from "./use-import.ts";

const route = getRouteApi("/shell/contacts/import");
const TARGETS: readonly { target: Target; label: string }[] = [
  { target: "phone_number", label: words.contacts.number },
  { target: "name", label: words.contacts.person },
  { target: "timezone", label: words.contacts.zone },
];

export const ImportPage = () => {
  const { list } = route.useSearch();
  const { data: lists } = useSuspenseQuery(listsQuery);
  const [file, setFile] = useState<File>();
  const [head, setHead] = useState<FileHead | null>(null);
  const [mapping, setMapping] = useState<Mapping>({ phone_number: ABSENT, name: ABSENT, timezone: ABSENT });
  const [draft, setDraft] = useState<ImportDraft>({
    into: list === undefined ? NEW_LIST : String(list),
    name: "",
    country: "",
    onDuplicate: "update",
    consent: "unknown",
    source: "",
  });

  const take = async (chosen: File | undefined, listName?: string) => {
    setFile(chosen);
    if (!chosen) return setHead(null);
    const read = await readHead(chosen);
    setHead(read);
    const guess = (target: Target) => guessColumn(read?.columns ?? [], target) ?? ABSENT;
    setMapping({ phone_number: guess("phone_number"), name: guess("name"), timezone: guess("timezone") });
    setDraft({ ...draft, name: listName ?? chosen.name.replace(/\.\w+$/, "") });
  };

  const start = useImport();
  return (
    <Page title={words.contacts.importFile} crumb={<Link to="/contacts">{words.shell.contacts}</Link>} isNarrow>
      <Card title={words.contacts.importFile}>
        <Form
          onSubmit={() => start.mutate({ file, mapping, draft })}
          needs="operator"
          action={words.contacts.start}
          meanwhile={words.contacts.uploading}
          isBusy={start.isPending}
          isDisabled={!file || (head !== null && mapping.phone_number === ABSENT)}
          error={start.error}
        >
          <FileField
            label={words.contacts.file}
            hint={file ? words.contacts.fileTaken(file.name) : words.contacts.fileHint}
            accept=".csv,.xlsx"
            taken={file?.name}
            onChange={(chosen) => void take(chosen)}
          />
          {!file && (
            <p>
              <Button onClick={() => void take(buildExampleFile(), words.contacts.exampleName)}>
                {words.contacts.tryExample}
              </Button>{" "}
              {words.contacts.exampleText}
            </p>
          )}
          {file && (
            <>
              {head ? (
                <Columns head={head} mapping={mapping} onChange={setMapping} />
              ) : (
                <ColumnTitles mapping={mapping} onChange={setMapping} />
              )}
              <Options draft={draft} lists={lists} onChange={(change) => setDraft({ ...draft, ...change })} />
            </>
          )}
        </Form>
      </Card>
    </Page>
  );
};

interface OptionsProps {
  draft: ImportDraft;
  lists: readonly List[];
  onChange(change: Partial<ImportDraft>): void;
}

const Options = ({ draft, lists, onChange }: OptionsProps) => (
  <>
    <FieldRow>
      <Choice
        label={words.contacts.intoList}
        value={draft.into}
        onChange={(into) => onChange({ into })}
        options={[
          { value: NEW_LIST, label: words.contacts.newListOption },
          ...lists.map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
      />
      {draft.into === NEW_LIST && (
        <TextField
          label={words.contacts.listName}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          maxLength={255}
          isRequired
        />
      )}
      {draft.into !== NEW_LIST && (
        <Choice<"update" | "skip">
          label={words.contacts.duplicates}
          value={draft.onDuplicate}
          onChange={(onDuplicate) => onChange({ onDuplicate })}
          options={[
            { value: "update", label: words.contacts.update },
            { value: "skip", label: words.contacts.skip },
          ]}
        />
      )}
    </FieldRow>
    <FieldRow>
      <TextField
        label={words.contacts.country}
        hint={words.contacts.countryHint}
        value={draft.country}
        onChange={(country) => onChange({ country })}
        maxLength={2}
      />
      <Choice<Consent>
        label={words.contacts.consentOfAll}
        value={draft.consent}
        onChange={(consent) => onChange({ consent })}
        options={(["unknown", "granted", "withdrawn"] as const).map((value) => ({
          value,
          label: words.contacts.consents[value],
        }))}
      />
      {draft.consent !== "unknown" && (
        <TextField
          label={words.contacts.consentSource}
          value={draft.source}
          onChange={(source) => onChange({ source })}
        />
      )}
    </FieldRow>
  </>
);

interface ColumnTitlesProps {
  mapping: Mapping;
  onChange(mapping: Mapping): void;
}

/** Asks for the titles of the columns of a file that the browser does not read, such as an Excel file. */
const ColumnTitles = ({ mapping, onChange }: ColumnTitlesProps) => (
  <>
    <h3>{words.contacts.columns}</h3>
    <FieldRow>
      {TARGETS.map(({ target, label }) => (
        <TextField
          key={target}
          label={words.contacts.columnTitle(label)}
          value={mapping[target]}
          onChange={(title) => onChange({ ...mapping, [target]: title })}
          maxLength={255}
        />
      ))}
    </FieldRow>
    <p className={styles.hint}>{words.contacts.excelColumns}</p>
  </>
);

interface ColumnsProps extends ColumnTitlesProps {
  head: FileHead;
}

const Columns = ({ head, mapping, onChange }: ColumnsProps) => (
  <>
    <h3>{words.contacts.columns}</h3>
    <FieldRow>
      {TARGETS.map(({ target, label }) => (
        <Choice
          key={target}
          label={label}
          value={mapping[target]}
          onChange={(column) => onChange({ ...mapping, [target]: column })}
          options={[
            { value: ABSENT, label: words.contacts.notThere },
            ...head.columns.map((column) => ({ value: column, label: column })),
          ]}
        />
      ))}
    </FieldRow>
    <p className={styles.hint}>{words.contacts.columnsHint}</p>
    <FirstRows head={head} />
  </>
);
