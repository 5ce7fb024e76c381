import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { Copy } from "./icons.ts";
import { Notice } from "./notice.tsx";
import styles from "./secret.module.css";
import { toasts } from "./toasts.tsx";

interface ShownOnceProps {
  label: string;
  value: string;
  onDone(): void;
}

/** A secret that nobody can read again: it stays until the person says that they have it. */
export const ShownOnce = ({ label, value, onDone }: ShownOnceProps) => (
  <div className={styles.shown}>
    <Notice tone="warn" title={words.organization.shownOnce}>
      {words.organization.shownOnceText}
    </Notice>
    <div className={styles.secret}>
      <code aria-label={label} role="textbox" aria-readonly>
        {value}
      </code>
      <Button onClick={() => void copy(value)}>
        <Copy aria-hidden /> {words.shell.copy}
      </Button>
    </div>
    <div className={styles.actions}>
      <Button kind="primary" onClick={onDone}>
        {words.organization.haveIt}
      </Button>
    </div>
  </div>
);

/** Pages that are served without TLS on a private network have no clipboard; the text can be selected. */
const copy = async (value: string): Promise<void> => {
  await navigator.clipboard?.writeText(value);
  if (navigator.clipboard) toasts.add({ title: words.shell.copied });
};
