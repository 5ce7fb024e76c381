import { Field } from "@base-ui/react/field";
import { Select } from "@base-ui/react/select";
import { type ReactNode, use } from "react";
import field from "./field.module.css";
import { Check, ChevronsUpDown } from "./icons.ts";
import menu from "./menu.module.css";
import { NoteInput } from "./unsaved.tsx";

export interface Option<T extends string> {
  value: T;
  label: string;
  isDisabled?: boolean;
}

interface ChoiceProps<T extends string> {
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
  options: readonly Option<T>[];
  value: T | undefined;
  onChange(value: T): void;
  placeholder?: string;
  isLabelHidden?: boolean;
}

export const Choice = <T extends string>({ isLabelHidden = false, ...props }: ChoiceProps<T>) => {
  const { label, hint, fault, options, value, onChange, placeholder } = props;
  const noteInput = use(NoteInput);
  const choose = (next: T) => {
    noteInput();
    onChange(next);
  };
  return (
    <Field.Root className={field.field} invalid={fault !== undefined}>
      <Select.Root items={options} value={value ?? null} onValueChange={(next) => next !== null && choose(next)}>
        <Select.Label className={isLabelHidden ? "visually-hidden" : field.label}>{label}</Select.Label>
        <Select.Trigger className={field.select}>
          <Select.Value>
            {(chosen: T | null) => options.find((option) => option.value === chosen)?.label ?? placeholder ?? "…"}
          </Select.Value>
          <Select.Icon>
            <ChevronsUpDown aria-hidden />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner className={menu.positioner} sideOffset={4} alignItemWithTrigger={false}>
            <Select.Popup className={menu.popup}>
              {options.map((option) => (
                <Select.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.isDisabled ?? false}
                  className={menu.item}
                >
                  <Select.ItemText>{option.label}</Select.ItemText>
                  <Select.ItemIndicator>
                    <Check aria-hidden />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
      {hint !== undefined && <Field.Description className={field.hint}>{hint}</Field.Description>}
      <Field.Error match={fault !== undefined} className={field.fault}>
        {fault}
      </Field.Error>
    </Field.Root>
  );
};
