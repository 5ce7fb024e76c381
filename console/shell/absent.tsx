import { ErrorWords } from "../ui/error-words.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import styles from "./absent.module.css";
import { DESTINATIONS } from "./destinations.ts";

/** Says that there is nothing here, and leads on: to the list in which it would be, and home. */
export const Absent = ({ error }: { error: unknown }) => {
  const [home, ...lists] = DESTINATIONS.flatMap(({ places }) => places);
  const list = lists.find(({ to }) => location.pathname.startsWith(`/console${to}/`));
  const ways = [list, home].filter((place) => place !== undefined);
  return (
    <Page title={words.shell.notThere} isNarrow>
      <p role="alert">
        <ErrorWords error={error} />
      </p>
      <nav className={styles.ways} aria-label={words.shell.waysOn}>
        {ways.map(({ name, icon: Icon, to }, index) => (
          <LinkButton key={name} kind={index === 0 ? "primary" : "plain"} to={to}>
            <Icon aria-hidden /> {name}
          </LinkButton>
        ))}
      </nav>
    </Page>
  );
};
