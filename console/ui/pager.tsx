import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import styles from "./pager.module.css";

interface PagerProps {
  page: number;
  pages: number;
  onChange(page: number): void;
}

export const Pager = ({ page, pages, onChange }: PagerProps) =>
  pages <= 1 ? null : (
    <nav className={styles.pager} aria-label={words.shell.page(formatWhole(page), formatWhole(pages))}>
      <Button disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {words.shell.previous}
      </Button>
      <span>{words.shell.page(formatWhole(page), formatWhole(pages))}</span>
      <Button disabled={page >= pages} onClick={() => onChange(page + 1)}>
        {words.shell.next}
      </Button>
    </nav>
  );
