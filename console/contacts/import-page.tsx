import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { ContactList as List } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { FieldRow, FileField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { listsQuery } from "./contact-queries.ts";
import styles from "./contacts.module.css";
import { buildExampleFile } from "./example-file.ts";
import { type FileHead, guessColumn, readHead, type Target } from "./read-columns.ts";
import { uploadContactFile } from "./upload-file.ts";

const route = getRouteApi("/shell/contacts/import");
const NEW = "new";
const ABSENT = "";
const TARGETS: readonly { target: Target; label: string }[] = [
  { target: "phone_number", label: words.contacts.number },
  { target: "name", label: words.contacts.person },
  { target: "timezone", label: words.contacts.zone },
];

interface Draft {
  into: string;
  name: string;
  country: string;
  onDuplicate: "update" | "skip";
  consent: Consent;
  source: string;
}

type Mapping = Record<Target, string>;
type Consent = keyof typeof words.contacts.consents;

export const ImportPage = () => {
  const { list } = route.useSearch();
  const { data: lists } = useSuspenseQuery(listsQuery);
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [head, setHead] = useState<FileHead | null>(null);
  const [mapping, setMapping] = useState<Mapping>({ phone_number: ABSENT, name: ABSENT, timezone: ABSENT });
  const [draft, setDraft] = useState<Draft>({
    into: list === undefined ? NEW : String(list),
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

  const start = useAction({
    run: async () => {
      const { into, name, onDuplicate, country, consent, source } = draft;
      if (!file) throw new Error(words.contacts.file);
      const key = await uploadContactFile(file);
      const listId = into === NEW ? (await callApi("POST /contact-lists", { body: { name } })).id : Number(into);
      const named = Object.entries(mapping).filter(([, column]) => column !== ABSENT);
      const made = await callApi("POST /contact-lists/{contact_list_id}/import", {
        params: { contact_list_id: listId },
        body: {
          object_store_key: key,
          on_duplicate: onDuplicate,
          ...(named.length > 0 && { mapping: Object.fromEntries(named) }),
          ...(country && { default_country: country.toUpperCase() }),
          ...(consent !== "unknown" && { consent: { status: consent, ...(source && { source }) } }),
        },
      });
      return { listId, importId: made.import_id };
    },
    onDone: ({ listId, importId }) =>
      navigate({ to: "/contacts/$listId/imports/$importId", params: { listId, importId } }),
    isQuietOnRefusal: true,
  });
  return (
    <Page title={words.contacts.importFile} crumb={<Link to="/contacts">{words.shell.contacts}</Link>} isNarrow>
      <Card title={words.contacts.importFile}>
        <Form
          onSubmit={() => start.mutate()}
          needs="operator"
          action={start.isPending ? words.contacts.uploading : words.contacts.start}
          isBusy={start.isPending}
          isDisabled={!file || (head !== null && mapping.phone_number === ABSENT)}
          error={start.error}
        >
          <FileField
            label={words.contacts.file}
            hint={words.contacts.fileHint}
            accept=".csv,.xlsx"
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
                <p>{words.contacts.excelColumns}</p>
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
  draft: Draft;
  lists: readonly List[];
  onChange(change: Partial<Draft>): void;
}

const Options = ({ draft, lists, onChange }: OptionsProps) => (
  <>
    <FieldRow>
      <Choice
        label={words.contacts.intoList}
        value={draft.into}
        onChange={(into) => onChange({ into })}
        options={[
          { value: NEW, label: words.contacts.newListOption },
          ...lists.map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
      />
      {draft.into === NEW && (
        <TextField
          label={words.contacts.listName}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          maxLength={255}
          isRequired
        />
      )}
      {draft.into !== NEW && (
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

interface ColumnsProps {
  head: FileHead;
  mapping: Mapping;
  onChange(mapping: Mapping): void;
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
    <div className={table.scroll} tabIndex={0} role="group" aria-label={words.contacts.firstRows}>
      <table className={table.table}>
        <thead>
          <tr>
            {head.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {head.rows.map((row) => (
            <tr key={row.join("\t")}>
              {head.columns.map((column, index) => (
                <td key={column}>{row[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
);
