import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { Copy } from "./icons.ts";
import styles from "./secret.module.css";
import { toasts } from "./toasts.tsx";

/** Shows a text with a button that copies it. */
export const CopyText = ({ label, value }: { label: string; value: string }) => (
  <div className={styles.secret}>
    <code aria-label={label} role="textbox" aria-readonly tabIndex={0}>
      {value}
    </code>
    <Button onClick={() => void copy(value)}>
      <Copy aria-hidden /> {words.shell.copy}
    </Button>
  </div>
);

/** Pages that are served without TLS on a private network have no clipboard; the text can be selected. */
const copy = async (value: string): Promise<void> => {
  await navigator.clipboard?.writeText(value);
  if (navigator.clipboard) toasts.add({ title: words.shell.copied });
};
