import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import type { Role } from "../ui/role.ts";
import { words } from "../words/words.ts";
import styles from "./inbox.module.css";

interface NoteButtonsProps {
  approve: string;
  reject: string;
  needs: Role;
  onApprove(): void;
  onReject(note: string | undefined): void;
  children?: React.ReactNode;
}

/** Approves at once; rejects with a reason. */
export const NoteButtons = ({ approve, reject, needs, onApprove, onReject, children }: NoteButtonsProps) => {
  const [isRejecting, setRejecting] = useState(false);
  const [note, setNote] = useState("");
  return isRejecting ? (
    <Form
      onSubmit={() => onReject(note.trim() === "" ? undefined : note.trim())}
      onCancel={() => setRejecting(false)}
      action={reject}
      needs={needs}
    >
      <TextField label={words.inbox.note} value={note} onChange={setNote} maxLength={5000} hasFocus />
    </Form>
  ) : (
    <div className={styles.buttons}>
      <Button kind="primary" needs={needs} data-key="a" onClick={onApprove}>
        {approve}
      </Button>
      {children}
      <Button needs={needs} data-key="r" onClick={() => setRejecting(true)}>
        {reject}
      </Button>
    </div>
  );
};
