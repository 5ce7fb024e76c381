import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { PAGE_ROWS } from "../api/pace.ts";
import type { Document } from "../api/routes.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FileField } from "../ui/fields.tsx";
import { Form, Problem } from "../ui/form.tsx";
import { RotateCcw, Settings, Trash2, Upload } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatBytes, formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { AddressFields, readHours } from "./address-fields.tsx";
import { DocumentSettings } from "./document-settings.tsx";
import { documentsKey } from "./documents-key.ts";
import { SearchDocuments } from "./search-documents.tsx";
import { readFromAddress, uploadDocument } from "./upload-document.ts";

const MOVING = new Set(["uploading", "queued", "indexing", "stale"]);
const TONES: Record<string, Tone> = { ready: "good", failed: "bad" };

const documentsQuery = infiniteQueryOptions({
  queryKey: [...documentsKey, "pages"],
  queryFn: ({ pageParam }) =>
    callApi("GET /knowledge-base/documents", { query: { limit: PAGE_ROWS, offset: pageParam } }),
  initialPageParam: 0,
  getNextPageParam: ({ total, offset, limit }) => (offset + limit < total ? offset + limit : null),
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ documents }) => documents.some((one) => MOVING.has(one.state))) ? 1_500 : false,
  placeholderData: keepPreviousData,
});

export const Documents = () => {
  const list = useInfiniteQuery(documentsQuery);
  const listed = list.data?.pages.flatMap((page) => page.documents) ?? [];
  // When a document is added or removed between two pages, the others move along, and one may be listed twice.
  const documents = [...new Map(listed.map((document) => [document.id, document])).values()];
  const total = list.data?.pages.at(-1)?.total;
  const { data: usage } = useQuery({
    queryKey: [...documentsKey, "usage"],
    queryFn: () => callApi("GET /knowledge-base/usage"),
  });
  const [isUploading, setUploading] = useState(false);
  const upload = (
    <Button kind="primary" needs="operator" onClick={() => setUploading(true)}>
      <Upload aria-hidden /> {words.documents.upload}
    </Button>
  );
  const isEmpty = total === 0;
  return (
    <Page title={words.shell.documents} actions={!isEmpty && upload}>
      {isEmpty ? (
        <Empty title={words.documents.empty} text={words.documents.emptyText}>
          {upload}
        </Empty>
      ) : (
        <>
          <Card title={words.documents.search}>
            <SearchDocuments />
          </Card>
          {list.error && <Problem error={list.error} />}
          {(list.data || !list.error) && (
            <Card
              title={total === undefined ? words.shell.loading : words.documents.count(formatWhole(total))}
              aside={
                usage && (
                  <span>{words.documents.usage(formatBytes(usage.used_bytes), formatBytes(usage.limit_bytes))}</span>
                )
              }
              isFlush
            >
              <DataTable label={words.shell.documents} columns={COLUMNS} rows={documents} keyOf={({ id }) => id} />
            </Card>
          )}
          <ShowMore list={list} />
        </>
      )}
      <Dialog isOpen={isUploading} onClose={() => setUploading(false)} title={words.documents.upload}>
        <UploadForm onDone={() => setUploading(false)} />
      </Dialog>
    </Page>
  );
};

const COLUMNS: readonly Column<Document>[] = [
  {
    name: words.documents.name,
    cell: ({ filename, processing_error: error, state_detail: detail, warnings, source_url: address }) => (
      <>
        <strong>{filename}</strong>
        {address !== null && <p className={table.soft}>{address}</p>}
        {(error ?? detail) && <p className={table.soft}>{error ?? detail}</p>}
        {warnings.map(({ code, message }) => (
          <p key={code} className={table.soft}>
            {message}
          </p>
        ))}
      </>
    ),
  },
  {
    name: words.documents.state,
    cell: ({ state }) => (
      <Badge tone={TONES[state] ?? "busy"} isLive={MOVING.has(state)}>
        {words.documents.states[state] ?? state}
      </Badge>
    ),
  },
  {
    name: words.documents.readers,
    cell: ({ scope, is_active: isActive }) =>
      isActive ? words.documents.scopes[scope] : <Badge tone="calm">{words.documents.inactive}</Badge>,
  },
  { name: words.documents.passages, isNumber: true, cell: ({ total_chunks }) => formatWhole(total_chunks) },
  { name: words.documents.size, isNumber: true, cell: ({ file_size_bytes }) => formatBytes(file_size_bytes) },
  { name: words.documents.version, isNumber: true, cell: ({ version }) => formatWhole(version) },
  {
    name: words.documents.changed,
    cell: ({ updated_at }) => <span className={table.soft}>{formatMoment(updated_at)}</span>,
  },
  { name: words.shell.more, isNameHidden: true, cell: (document) => <Commands document={document} /> },
];

const Commands = ({ document }: { document: Document }) => {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const changed = () => queries.invalidateQueries({ queryKey: documentsKey });
  const remove = useAction({
    run: () =>
      callApi("DELETE /knowledge-base/documents/{document_uuid}", {
        params: { document_uuid: document.document_uuid },
      }),
    said: words.documents.removed,
    onDone: changed,
  });
  const again = useAction({
    run: () => callApi("POST /knowledge-base/process-document", { body: { document_uuid: document.document_uuid } }),
    said: words.documents.readingAgain,
    onDone: changed,
  });
  return (
    <div className={table.actions}>
      {(!MOVING.has(document.state) || document.needs_reingest) && (
        <Button
          kind="quiet"
          label={`${words.documents.readAgain}: ${document.filename}`}
          needs="operator"
          onClick={() => again.mutate()}
        >
          <RotateCcw aria-hidden />
        </Button>
      )}
      <Button
        kind="quiet"
        label={`${words.documents.settings}: ${document.filename}`}
        needs="operator"
        onClick={() => setSetting(true)}
      >
        <Settings aria-hidden />
      </Button>
      <Dialog isOpen={isSetting} onClose={() => setSetting(false)} title={document.filename}>
        <DocumentSettings document={document} onDone={() => setSetting(false)} />
      </Dialog>
      <Button
        kind="quiet"
        label={`${words.documents.remove}: ${document.filename}`}
        needs="operator"
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.documents.removeTitle(document.filename)}
        text={words.documents.removeText}
        action={words.documents.remove}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
};

const UploadForm = ({ onDone }: { onDone(): void }) => {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [url, setUrl] = useState("");
  const [hours, setHours] = useState("");
  const upload = useAction({
    run: async () => {
      if (file) await uploadDocument(file);
      else await readFromAddress(url, readHours(hours));
    },
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: documentsKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => upload.mutate()}
      action={words.documents.upload}
      meanwhile={words.documents.uploading}
      isBusy={upload.isPending}
      isDisabled={!file && url === ""}
      error={upload.error}
    >
      <FileField
        label={words.documents.file}
        hint={words.documents.fileHint}
        accept=".pdf,.docx,.xlsx,.pptx,.html,.md,.txt,.csv,.json"
        onChange={setFile}
      />
      {!file && <AddressFields url={url} onUrl={setUrl} hours={hours} onHours={setHours} />}
    </Form>
  );
};
