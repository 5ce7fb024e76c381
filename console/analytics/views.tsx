import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { use, useState } from "react";
import { callApi } from "../api/client.ts";
import type { AnalyticsView } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SwitchField, TextField } from "../ui/fields.tsx";
import { Form, Problem } from "../ui/form.tsx";
import { Ellipsis, Plus, Settings, Trash2 } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { RoleContext } from "../ui/role.ts";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { type Question, questionOf, USUAL, viewsKey, viewsQuery } from "./analytics-queries.ts";

interface ViewContent {
  name: string;
  shared: boolean;
}

/** Keeps the question of the page under a name. */
export const SaveView = ({ question }: { question: Question }) => {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const save = useAction({
    run: (content: ViewContent) =>
      callApi("POST /analytics/views", { body: { ...content, question: { ...USUAL, ...question } } }),
    onDone: () => {
      setOpen(false);
      return queries.invalidateQueries({ queryKey: viewsKey });
    },
    said: words.analytics.saved,
    isQuietOnRefusal: true,
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden /> {words.analytics.save}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.analytics.saveTitle}>
        <ViewForm
          was={{ name: "", shared: false }}
          isBusy={save.isPending}
          error={save.error}
          onSubmit={(content) => save.mutate(content)}
        />
      </Dialog>
    </>
  );
};

interface ViewFormProps {
  was: ViewContent;
  isBusy: boolean;
  error: Error | null;
  onSubmit(content: ViewContent): void;
}

const ViewForm = ({ was, isBusy, error, onSubmit }: ViewFormProps) => {
  const [name, setName] = useState(was.name);
  const [shared, setShared] = useState(was.shared);
  const role = use(RoleContext);
  return (
    <Form
      action={words.shell.save}
      isBusy={isBusy}
      isDisabled={name.trim() === ""}
      error={error}
      onSubmit={() => onSubmit({ name: name.trim(), shared })}
    >
      <TextField label={words.analytics.name} value={name} onChange={setName} maxLength={100} isRequired hasFocus />
      {role !== "viewer" && <SwitchField label={words.analytics.shared} isOn={shared} onChange={setShared} />}
    </Form>
  );
};

/** Lists the views that the person sees. */
export const Views = () => {
  const { data, error } = useQuery(viewsQuery);
  if (error) return <Problem error={error} />;
  const views = data?.views ?? [];
  return (
    <Card title={words.analytics.views} count={views.length} isFlush={views.length > 0}>
      {views.length === 0 ? (
        <p>{data === undefined ? words.shell.oneMoment : words.analytics.noViews}</p>
      ) : (
        <DataTable label={words.analytics.views} columns={COLUMNS} rows={views} keyOf={({ id }) => id} />
      )}
    </Card>
  );
};

const ViewLink = ({ view }: { view: AnalyticsView }) => (
  <Link className={table.link} to="/analytics" search={questionOf(view)}>
    {view.name}
  </Link>
);

const sayMissing = ({ missing }: AnalyticsView): string =>
  missing.map(({ kind, id }) => words.analytics.missingOne(words.analytics.missingKinds[kind], id)).join(", ");

const COLUMNS: readonly Column<AnalyticsView>[] = [
  { name: words.analytics.name, cell: (view) => <ViewLink view={view} /> },
  {
    name: words.analytics.isShared,
    cell: (view) => (
      <>
        <Badge tone="calm">{view.shared ? words.analytics.isShared : words.analytics.isOwn}</Badge>{" "}
        {view.missing.length > 0 && (
          <Badge tone="warn">
            {words.analytics.missing}: {sayMissing(view)}
          </Badge>
        )}
      </>
    ),
  },
  { name: words.analytics.rename, isNameHidden: true, isNumber: true, cell: (view) => <ViewCommands view={view} /> },
];

/** A shared view is changed by its maker and by admins. */
const ViewCommands = ({ view }: { view: AnalyticsView }) => {
  const [doing, setDoing] = useState<"change" | "delete">();
  const role = use(RoleContext);
  const queries = useQueryClient();
  const onDone = () => {
    setDoing(undefined);
    return queries.invalidateQueries({ queryKey: viewsKey });
  };
  const params = { view_id: view.id };
  const change = useAction({
    run: (body: ViewContent) => callApi("PATCH /analytics/views/{view_id}", { params, body }),
    onDone,
    said: words.analytics.renamed,
    isQuietOnRefusal: true,
  });
  const remove = useAction({
    run: () => callApi("DELETE /analytics/views/{view_id}", { params }),
    onDone,
    said: words.analytics.deleted,
  });
  if (!view.is_own && role !== "admin" && role !== "owner") return null;
  return (
    <>
      <Menu
        trigger={
          <Button kind="quiet" label={words.analytics.more(view.name)}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Settings aria-hidden />} onSelect={() => setDoing("change")}>
          {words.analytics.rename}
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => setDoing("delete")}>
          {words.analytics.delete}
        </MenuItem>
      </Menu>
      <Dialog isOpen={doing === "change"} onClose={() => setDoing(undefined)} title={words.analytics.rename}>
        <ViewForm
          was={{ name: view.name, shared: view.shared }}
          isBusy={change.isPending}
          error={change.error}
          onSubmit={(content) => change.mutate(content)}
        />
      </Dialog>
      <Confirm
        isOpen={doing === "delete"}
        onClose={() => setDoing(undefined)}
        title={words.analytics.deleteTitle(view.name)}
        text={words.analytics.deleteText}
        action={words.analytics.delete}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
};
