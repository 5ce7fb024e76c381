import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { CopyText } from "./copy-text.tsx";
import { Notice } from "./notice.tsx";
import styles from "./secret.module.css";

interface ShownOnceProps {
  label: string;
  value: string;
  /** What to do with the secret; by default, where it belongs. */
  text?: string;
  onDone(): void;
}

/** Shows a secret that cannot be read again, until the person confirms that they have it. */
export const ShownOnce = ({ label, value, text, onDone }: ShownOnceProps) => (
  <div className={styles.shown}>
    <Notice tone="warn" title={words.organization.shownOnce}>
      {text ?? words.organization.shownOnceText}
    </Notice>
    <CopyText label={label} value={value} />
    <div className={styles.actions}>
      <Button kind="primary" onClick={onDone}>
        {words.organization.haveIt}
      </Button>
    </div>
  </div>
);
