import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { accountQuery, preferencesQuery } from "../api/account.ts";
import { isOnline, isReachable } from "../api/reachability.ts";
import { waitingQuery } from "../api/waiting.ts";
import { Button } from "../ui/button.tsx";
import { Menu as MenuIcon, Search, Unplug } from "../ui/icons.ts";
import { WaitingContext } from "../ui/page.tsx";
import { RoleContext } from "../ui/role.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { AccountMenu } from "./account-menu.tsx";
import { DESTINATIONS } from "./destinations.ts";
import { Palette } from "./palette.tsx";
import { RenewSession } from "./renew-session.tsx";
import styles from "./shell.module.css";

export const Shell = () => {
  const main = useRef<HTMLElement>(null);
  const { data: account } = useSuspenseQuery(accountQuery);
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const { data: waiting = 0 } = useQuery(waitingQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <RoleContext value={account.role}>
      <div className={styles.shell}>
        <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
          {words.shell.skip}
        </button>
        <header className={styles.top}>
          <Link to="/" className={styles.brand}>
            <img src="/console/icon.svg" alt="" width={26} height={26} />
            Ringdown
          </Link>
          <Palette
            trigger={
              <button type="button" className={styles.search}>
                <Search aria-hidden /> <span>{words.shell.goTo}</span> <kbd>Ctrl K</kbd>
              </button>
            }
          />
          <span className={styles.menuButton}>
            <Button label={words.shell.menu} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <MenuIcon aria-hidden />
            </Button>
          </span>
        </header>
        <nav className={styles.side} aria-label={words.shell.main} data-open={isOpen}>
          <Places waiting={waiting} onGo={() => setOpen(false)} />
          <div className={styles.foot}>
            <div>
              <strong>{preferences.name}</strong>
              <span>{account.email}</span>
            </div>
            <AccountMenu />
          </div>
        </nav>
        <main ref={main} className={styles.main} tabIndex={-1}>
          <Unreachable />
          <WaitingContext value={waiting}>
            <Outlet />
          </WaitingContext>
        </main>
        <RenewSession email={account.email} />
      </div>
    </RoleContext>
  );
};

const Places = ({ waiting, onGo }: { waiting: number; onGo(): void }) =>
  DESTINATIONS.map(({ title, places }) => (
    <div key={title}>
      <p className={styles.group}>{title}</p>
      <ul>
        {places.map(({ name, icon: Icon, to }) => (
          <li key={name}>
            <Link
              to={to}
              className={styles.link}
              activeProps={{ "aria-current": "page" }}
              activeOptions={{ exact: to === "/" }}
              onClick={onGo}
            >
              <Icon aria-hidden />
              {name}
              {to === "/inbox" && waiting > 0 && (
                <span className={styles.count}>
                  {formatWhole(waiting)} <span className="visually-hidden">{words.inbox.open}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));

const Unreachable = () => {
  const [reachable, online] = [isReachable.use(), isOnline.use()];
  return (
    <div role="status" aria-live="polite">
      {!(reachable && online) && (
        <p className={styles.unreachable}>
          <Unplug aria-hidden /> {online ? words.shell.unreachableTrying : words.shell.offline}
        </p>
      )}
    </div>
  );
};
