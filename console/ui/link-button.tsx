import { createLink, type LinkComponent } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { Button, chooseButtonClass } from "./button.tsx";
import { type Role, useHindrance } from "./role.ts";

interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className"> {
  ref?: Ref<HTMLAnchorElement>;
  kind?: "plain" | "primary" | "quiet";
  /** The lowest role that can do anything there. */
  needs?: Role;
}

const Anchor = ({ kind = "plain", needs, children, ...props }: AnchorProps) => {
  const hindrance = useHindrance(needs);
  if (hindrance !== undefined && needs)
    return (
      <Button kind={kind} needs={needs} aria-label={props["aria-label"]}>
        {children}
      </Button>
    );
  return (
    <a {...props} className={chooseButtonClass(kind)}>
      {children}
    </a>
  );
};

const Linked = createLink(Anchor);

/** Renders a link as a button, because it begins something. */
export const LinkButton: LinkComponent<typeof Anchor> = (props) => <Linked preload="intent" {...props} />;
