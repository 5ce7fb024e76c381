import type { ReactNode } from "react";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { ErrorWords } from "./error-words.tsx";
import styles from "./form.module.css";
import { TriangleAlert } from "./icons.ts";
import { type Role, useHindrance } from "./role.ts";
import { NoteInput, useUnsavedForm } from "./unsaved.tsx";

interface FormProps {
  onSubmit(): void;
  action: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  needs?: Role;
  /** The error of the last try. */
  error?: Error | null;
  /** What the button says meanwhile; by default that it saves, if that is its action, or else to wait a moment. */
  meanwhile?: string;
  /** True when nobody is asked before leaving it with something typed, as in a search or a log-in. */
  isQuestion?: boolean;
  onCancel?(): void;
  /** Buttons that lead elsewhere, at the other end of the row of the submit button. */
  ways?: ReactNode;
  children: ReactNode;
}

/**
 * Lays out fields with a submit button; Enter submits too. An error is shown above the button. A person who
 * leaves it with something typed is asked first.
 */
export const Form = ({ onSubmit, action, isBusy, isDisabled, needs, children, ...props }: FormProps) => {
  const { error = null, isQuestion = false, onCancel, ways } = props;
  const { meanwhile = action === words.shell.save ? words.shell.saving : words.shell.oneMoment } = props;
  const hindrance = useHindrance(needs);
  const unsaved = useUnsavedForm({ isKept: !isQuestion && hindrance === undefined });
  const submit = () => {
    if (isBusy === true || isDisabled === true || hindrance !== undefined) return;
    unsaved.noteSubmit();
    onSubmit();
  };
  return (
    <form
      className={styles.form}
      onInput={unsaved.noteInput}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NoteInput value={unsaved.noteInput}>{children}</NoteInput>
      {unsaved.question}
      {error && <Problem error={error} />}
      <div className={styles.actions}>
        {ways && <div className={styles.ways}>{ways}</div>}
        {onCancel && <Button onClick={onCancel}>{words.shell.cancel}</Button>}
        <Button
          type="submit"
          kind="primary"
          disabled={isBusy === true || isDisabled === true}
          {...(needs && { needs })}
        >
          {isBusy ? meanwhile : action}
        </Button>
      </div>
    </form>
  );
};

export const Problem = ({ error }: { error: Error }) => (
  <p className={styles.problem} role="alert">
    <TriangleAlert aria-hidden />
    <span>
      <ErrorWords error={error} />
    </span>
  </p>
);
