import type { ReactNode } from "react";
import { words } from "../words/words.ts";
import { Form } from "./form.tsx";

interface SaveFormProps {
  /** The action that saves what was typed, from `useAction`. */
  save: { mutate(): void; isPending: boolean; error: Error | null };
  children: ReactNode;
}

/** A form of settings that only admins may save. */
export const SaveForm = ({ save, children }: SaveFormProps) => (
  <Form
    onSubmit={() => save.mutate()}
    action={words.shell.save}
    needs="admin"
    isBusy={save.isPending}
    error={save.error}
  >
    {children}
  </Form>
);
