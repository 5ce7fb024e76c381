import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { listsKey } from "./contact-queries.ts";

/** Makes a list without anybody, such as one that a form fills, and leads to it. */
export const NewList = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const make = useAction({
    run: () => callApi("POST /contact-lists", { body: { name } }),
    onDone: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: listsKey });
      await navigate({ to: "/contacts/$listId", params: { listId: id } });
    },
    isQuietOnRefusal: true,
  });
  return (
    <>
      <Button needs="operator" onClick={() => setOpen(true)}>
        {words.intakes.newList}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.intakes.newList}>
        <Form
          onSubmit={() => make.mutate()}
          action={words.shell.save}
          needs="operator"
          isBusy={make.isPending}
          error={make.error}
        >
          <TextField label={words.contacts.name} value={name} onChange={setName} maxLength={255} isRequired hasFocus />
        </Form>
      </Dialog>
    </>
  );
};
