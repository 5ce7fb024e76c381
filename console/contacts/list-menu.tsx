import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { ContactList as List } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Ellipsis, Settings, Trash2 } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { listsKey } from "./contact-queries.ts";

export const ListMenu = ({ list }: { list: List }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const params = { contact_list_id: list.id };
  const remove = useAction({
    run: () => callApi("DELETE /contact-lists/{contact_list_id}", { params }),
    said: words.contacts.removed,
    onDone: async () => {
      await navigate({ to: "/contacts" });
      await queries.invalidateQueries({ queryKey: listsKey });
    },
  });
  return (
    <>
      <Menu
        trigger={
          <Button label={words.shell.more}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Settings aria-hidden />} needs="operator" onSelect={() => setOpen("rename")}>
          {words.contacts.rename}
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} needs="operator" onSelect={() => setOpen("remove")}>
          {words.contacts.remove}
        </MenuItem>
      </Menu>
      <Confirm
        isOpen={open === "remove"}
        onClose={() => setOpen(null)}
        title={words.contacts.removeTitle(list.name)}
        text={words.contacts.removeText}
        action={words.contacts.remove}
        onConfirm={() => remove.mutate()}
      />
      <Dialog isOpen={open === "rename"} onClose={() => setOpen(null)} title={words.contacts.rename}>
        <Rename list={list} onDone={() => setOpen(null)} />
      </Dialog>
    </>
  );
};

const Rename = ({ list, onDone }: { list: List; onDone(): void }) => {
  const queries = useQueryClient();
  const [name, setName] = useState(list.name);
  const rename = useAction({
    run: () =>
      callApi("PATCH /contact-lists/{contact_list_id}", { params: { contact_list_id: list.id }, body: { name } }),
    said: words.shell.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: listsKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => rename.mutate()} action={words.shell.save} isBusy={rename.isPending} error={rename.error}>
      <TextField label={words.contacts.listName} value={name} onChange={setName} maxLength={255} isRequired hasFocus />
    </Form>
  );
};
