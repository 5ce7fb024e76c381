import { AlertDialog } from "@base-ui/react/alert-dialog";
import { words } from "../words/words.ts";
import { chooseButtonClass } from "./button.tsx";
import styles from "./confirm.module.css";

interface ConfirmProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  text: string;
  action: string;
  /** The label of the button that closes it; by default "Keep it", for a removal. */
  refusal?: string;
  onConfirm(): void;
}

/** Asks before something that cannot be undone. */
export const Confirm = ({ isOpen, onClose, title, text, action, onConfirm, ...props }: ConfirmProps) => (
  <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={styles.backdrop} />
      <AlertDialog.Popup className={styles.popup}>
        <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
        <AlertDialog.Description className={styles.text}>{text}</AlertDialog.Description>
        <div className={styles.actions}>
          <AlertDialog.Close className={chooseButtonClass()}>{props.refusal ?? words.shell.keep}</AlertDialog.Close>
          <AlertDialog.Close className={chooseButtonClass("danger")} onClick={onConfirm}>
            {action}
          </AlertDialog.Close>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);
