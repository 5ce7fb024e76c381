import type { Connector } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { sayOffer } from "../words/say-offer.ts";
import { words } from "../words/words.ts";
import styles from "./connectors.module.css";
import { nameAction } from "./name-action.ts";

interface AppsProps {
  apps: readonly Connector[];
  onConnect(app: Connector): void;
  onClient(app: Connector): void;
}

/** Lists what agents can do in each app, and what prevents its connection. */
export const Apps = ({ apps, onConnect, onClient }: AppsProps) => (
  <Card title={words.connectors.apps} count={apps.length} isFlush>
    <ul className={styles.apps}>
      {apps.map((app) => (
        <li key={app.slug}>
          <div>
            <h3>{app.name}</h3>
            <p>{sayOffer(app.description)}</p>
            <p className={styles.soft}>{app.actions.map(({ name }) => nameAction(name)).join(" · ")}</p>
            {!app.available && <p className={styles.soft}>{words.connectors.unavailable(app.name, app.slug)}</p>}
          </div>
          <div className={styles.buttons}>
            <Button needs="admin" aria-label={words.connectors.clientOf(app.name)} onClick={() => onClient(app)}>
              {words.connectors.ownClient}
            </Button>
            <Button
              kind={app.available ? "primary" : "plain"}
              needs="admin"
              aria-label={words.connectors.connectTitle(app.name)}
              impossible={app.available ? undefined : words.connectors.unavailable(app.name, app.slug)}
              onClick={() => onConnect(app)}
            >
              {words.connectors.connect}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  </Card>
);
