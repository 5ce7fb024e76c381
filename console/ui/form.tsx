import type { ReactNode } from "react";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import styles from "./form.module.css";
import { TriangleAlert } from "./icons.ts";
import { type Role, useHindrance } from "./role.ts";

interface FormProps {
  onSubmit(): void;
  action: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  needs?: Role;
  /** The error of the last try. */
  error?: Error | null;
  onCancel?(): void;
  children: ReactNode;
}

/**
 * Lays out fields with a submit button; Enter submits too. An error is shown above the button, in the API's own words.
 */
export const Form = ({ onSubmit, action, isBusy, isDisabled, needs, error, onCancel, children }: FormProps) => {
  const hindrance = useHindrance(needs);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy !== true && isDisabled !== true && hindrance === undefined) onSubmit();
      }}
    >
      {children}
      {error && <Problem sentence={error.message} />}
      <div className={styles.actions}>
        {onCancel && <Button onClick={onCancel}>{words.shell.cancel}</Button>}
        <Button
          type="submit"
          kind="primary"
          disabled={isBusy === true || isDisabled === true}
          {...(needs && { needs })}
        >
          {isBusy ? words.shell.saving : action}
        </Button>
      </div>
    </form>
  );
};

export const Problem = ({ sentence }: { sentence: string }) => (
  <p className={styles.problem} role="alert">
    <TriangleAlert aria-hidden />
    <span>{sentence}</span>
  </p>
);
