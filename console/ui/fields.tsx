import { Checkbox } from "@base-ui/react/checkbox";
import { Field } from "@base-ui/react/field";
import { Switch } from "@base-ui/react/switch";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { formatClock, formatWholeDay, isClockOfTwelve } from "../words/format.ts";
import { words } from "../words/words.ts";
import { chooseButtonClass } from "./button.tsx";
import styles from "./field.module.css";
import { Check } from "./icons.ts";

interface FrameProps {
  label: string;
  hint?: ReactNode;
  /** The fault of the value, if any. */
  fault?: string | undefined;
  isRequired?: boolean;
}

const Frame = ({ label, hint, fault, isRequired = false, children }: FrameProps & { children: ReactNode }) => (
  <Field.Root className={styles.field} invalid={fault !== undefined}>
    <Field.Label>
      {label}
      {isRequired && <span className={styles.required}> {words.shell.required}</span>}
    </Field.Label>
    {children}
    {hint !== undefined && <Field.Description className={styles.hint}>{hint}</Field.Description>}
    <Field.Error match={fault !== undefined} className={styles.fault}>
      {fault}
    </Field.Error>
  </Field.Root>
);

interface TextProps extends FrameProps {
  value: string;
  onChange(value: string): void;
  type?: "text" | "email" | "password" | "number" | "time" | "date" | "datetime-local" | "search" | "url";
  autoComplete?: string;
  placeholder?: string;
  min?: number;
  max?: number;
  step?: number | "any";
  minLength?: number;
  maxLength?: number;
  /** The suggestions that browsers offer while somebody types. */
  suggestions?: readonly string[];
  hasFocus?: boolean;
  isReadOnly?: boolean;
  /** The key that focuses it, on pages with keyboard shortcuts. */
  shortcut?: string;
}

export const TextField = ({ value, onChange, hasFocus, isReadOnly, shortcut, suggestions, ...props }: TextProps) => {
  const listId = useId();
  const { label, hint, fault, isRequired, ...rest } = props;
  return (
    <Frame
      label={label}
      hint={appendReading(hint, readAloud(props.type, value))}
      fault={fault}
      isRequired={isRequired ?? false}
    >
      <Field.Control
        {...rest}
        className={styles.control}
        value={value}
        onValueChange={onChange}
        required={isRequired}
        readOnly={isReadOnly}
        data-key={shortcut}
        list={suggestions && listId}
        // Set for the first field of a dialog or page that was opened to fill it.
        autoFocus={hasFocus}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </Frame>
  );
};

/** Repeats in the viewer's language what a browser's own field shows in the browser's. */
const readAloud = (type: TextProps["type"], value: string): string | undefined => {
  if (type === "date") return formatWholeDay(value);
  return type === "time" && isClockOfTwelve ? formatClock(value) : undefined;
};

const appendReading = (hint: ReactNode, reading: string | undefined): ReactNode => {
  if (reading === undefined) return hint;
  return hint === undefined ? reading : [<span key="reading">{reading}. </span>, hint];
};

interface LongTextProps extends FrameProps {
  value: string;
  onChange(value: string): void;
  rows?: number;
  isCode?: boolean;
  placeholder?: string;
}

export const LongTextField = ({ value, onChange, rows = 3, isCode = false, placeholder, ...frame }: LongTextProps) => (
  <Frame {...frame}>
    <Field.Control
      render={<textarea rows={rows} spellCheck={!isCode} />}
      className={isCode ? `${styles.control} ${styles.code}` : styles.control}
      value={value}
      onValueChange={onChange}
      placeholder={placeholder}
      required={frame.isRequired}
    />
  </Frame>
);

interface ToggleProps {
  label: string;
  hint?: ReactNode;
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
  /** Why it cannot be switched. */
  title?: string | undefined;
}

export const SwitchField = ({ label, hint, isOn, onChange, isDisabled = false, title }: ToggleProps) => (
  <Field.Root className={styles.field} disabled={isDisabled}>
    <div className={styles.line} title={title}>
      <Field.Label>{label}</Field.Label>
      <Switch.Root className={styles.switch} checked={isOn} onCheckedChange={onChange}>
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
    </div>
    {hint !== undefined && <Field.Description className={styles.hint}>{hint}</Field.Description>}
  </Field.Root>
);

export const CheckField = ({ label, hint, isOn, onChange, isDisabled = false }: ToggleProps) => (
  <Field.Root className={styles.field} disabled={isDisabled}>
    <Field.Label className={styles.checkLine}>
      <Checkbox.Root className={styles.check} checked={isOn} onCheckedChange={onChange}>
        <Checkbox.Indicator className={styles.tick}>
          <Check aria-hidden />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <span>{label}</span>
    </Field.Label>
    {hint !== undefined && <Field.Description className={styles.hint}>{hint}</Field.Description>}
  </Field.Root>
);

interface FileProps extends FrameProps {
  accept: string;
  /** The file that was taken otherwise than by this field. */
  taken?: string | undefined;
  onChange(file: File | undefined): void;
}

/** Chooses a file. The browser's own field lies unseen over what is shown, because its words are in the browser's language. */
export const FileField = ({ accept, taken, onChange, ...frame }: FileProps) => {
  const [name, setName] = useState<string>();
  const take = (file: File | undefined) => {
    setName(file?.name);
    onChange(file);
  };
  return (
    <Frame {...frame}>
      <div className={styles.file}>
        <Field.Control
          type="file"
          accept={accept}
          className={styles.fileInput}
          onChange={(event: Parameters<NonNullable<ComponentProps<"input">["onChange"]>>[0]) =>
            take(event.target.files?.[0])
          }
        />
        <span className={chooseButtonClass()} aria-hidden>
          {words.shell.chooseFile}
        </span>
        <span className={styles.fileName} aria-hidden>
          {name ?? taken ?? words.shell.noFile}
        </span>
      </div>
    </Frame>
  );
};

export const FieldRow = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>;
