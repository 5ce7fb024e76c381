import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { LongTextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";

/** Sends the person a text, under the rules of texts; a refusal is shown where it was written. */
export const WriteText = ({ number }: { number: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button needs="operator" onClick={() => setOpen(true)}>
        {words.person.writeText}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.person.writeText}>
        <TextForm number={number} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
};

const TextForm = ({ number, onDone }: { number: string; onDone(): void }) => {
  const queries = useQueryClient();
  const [body, setBody] = useState("");
  const send = useAction({
    run: () => callApi("POST /messages", { body: { to: number, body } }),
    said: ({ state }) => words.person.textStates[state],
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: ["person", number] });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => send.mutate()} action={words.person.sendText} isBusy={send.isPending} error={send.error}>
      <LongTextField
        label={words.person.words}
        hint={words.person.wordsHint}
        value={body}
        onChange={setBody}
        rows={4}
        isRequired
      />
    </Form>
  );
};
