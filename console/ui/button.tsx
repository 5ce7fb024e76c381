import { Button as BaseButton } from "@base-ui/react/button";
import type { ComponentProps } from "react";
import styles from "./button.module.css";
import { type Role, useHindrance } from "./role.ts";

type Kind = "plain" | "primary" | "danger" | "quiet";

export const chooseButtonClass = (kind: Kind = "plain", isIcon = false): string =>
  [styles.button, styles[kind], isIcon && styles.icon].filter(Boolean).join(" ");

interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, "className"> {
  kind?: Kind;
  /** The name of a button that shows only an icon. */
  label?: string;
  /** Why it cannot be pressed now; it can still have the focus, so that everybody gets to know. */
  impossible?: string | undefined;
  /** The lowest role that may press it; others see it disabled, with the reason. */
  needs?: Role;
}

export const Button = ({ kind = "plain", label, needs, impossible, disabled, title, ...props }: ButtonProps) => {
  const hindrance = useHindrance(needs) ?? impossible;
  return (
    <BaseButton
      type="button"
      {...props}
      disabled={disabled === true || hindrance !== undefined}
      focusableWhenDisabled={hindrance !== undefined}
      aria-label={label ?? props["aria-label"]}
      title={hindrance ?? title ?? label}
      className={chooseButtonClass(kind, label !== undefined)}
    />
  );
};
