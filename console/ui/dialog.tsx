import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { type ReactNode, useRef, useState } from "react";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import styles from "./confirm.module.css";
import { X } from "./icons.ts";
import { LeaveQuestion, UnsavedForms } from "./unsaved.tsx";

interface DialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  text?: string;
  isWide?: boolean;
  /** As wide as a page, for a form with something beside it. */
  isWidest?: boolean;
  /** The dialog must be answered and cannot be dismissed. */
  isUrgent?: boolean;
  children: ReactNode;
}

/**
 * Shows a dialog over the page for one task. Its content is created when it opens and dropped when it closes; before it
 * drops something that was typed, it asks.
 */
export const Dialog = ({ isOpen, onClose, title, text, isUrgent = false, children, ...sizes }: DialogProps) => {
  const unsaved = useRef(new Set<() => boolean>());
  const [isAsking, setAsking] = useState(false);
  const opener = useOpener(isOpen);
  const close = () => ([...unsaved.current].some((isUnsaved) => isUnsaved()) ? setAsking(true) : onClose());
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={classOf(sizes)} finalFocus={() => (opener?.isConnected === true ? opener : true)}>
          <div className={styles.head}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            {!isUrgent && (
              <Button kind="quiet" label={words.shell.close} onClick={close}>
                <X aria-hidden />
              </Button>
            )}
          </div>
          {text && <BaseDialog.Description className={styles.text}>{text}</BaseDialog.Description>}
          <div className={styles.content}>
            <UnsavedForms value={unsaved}>{children}</UnsavedForms>
          </div>
          <LeaveQuestion isOpen={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
};

const classOf = ({ isWide = false, isWidest = false }: Pick<DialogProps, "isWide" | "isWidest">): string =>
  [styles.popup, isWide && styles.wide, isWidest && styles.widest].filter(Boolean).join(" ");

/**
 * Returns the element that had the focus when it opened, to which the focus returns. A field that takes the focus as it
 * appears has it before the dialog itself could ask.
 */
const useOpener = (isOpen: boolean): HTMLElement | null => {
  const [opened, setOpened] = useState<{ isOpen: boolean; by: HTMLElement | null }>({ isOpen: false, by: null });
  if (opened.isOpen === isOpen) return opened.by;
  const focused = document.activeElement;
  const by = isOpen ? (focused instanceof HTMLElement && focused !== document.body ? focused : null) : opened.by;
  setOpened({ isOpen, by });
  return by;
};
