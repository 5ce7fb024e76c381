import { createContext, type ReactNode, use, useEffect, useId } from "react";
import { type DocsArea, DocsLink } from "./docs.tsx";
import styles from "./page.module.css";

/** The number of requests that wait for the person; the tab's title shows it on every page. */
export const WaitingContext = createContext(0);

interface PageProps {
  title: string;
  /** Links to the parent page. */
  crumb?: ReactNode;
  /** Shown beside the title, such as a state. */
  status?: ReactNode;
  actions?: ReactNode;
  isNarrow?: boolean;
  children: ReactNode;
}

export const Page = ({ title, crumb, status, actions, isNarrow = false, children }: PageProps) => {
  const waiting = use(WaitingContext);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${title} · Ringdown`;
  }, [title, waiting]);
  return (
    <div className={isNarrow ? `${styles.page} ${styles.narrow}` : styles.page}>
      <header className={styles.head}>
        {crumb && <p className={styles.crumb}>{crumb}</p>}
        <h1>{title}</h1>
        {status}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  );
};

export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>;
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>;

interface EmptyProps {
  title: string;
  text: string;
  /** The part of the API page with more to read, on screens for programmers. */
  docs?: DocsArea;
  /** The one action to take. */
  children?: ReactNode;
}

/** Shown in place of a list without rows: what it is, the one thing to do, and for programmers where to read more. */
export const Empty = ({ title, text, docs, children }: EmptyProps) => {
  const id = useId();
  return (
    <section className={styles.empty} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text !== "" && <p>{text}</p>}
      {(children || docs) && (
        <div className={styles.emptyActions}>
          {children}
          {docs && <DocsLink area={docs} />}
        </div>
      )}
    </section>
  );
};

/** Lists names with their values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
