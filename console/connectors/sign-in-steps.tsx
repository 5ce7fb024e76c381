import type { UseMutationResult } from "@tanstack/react-query";
import { Button, chooseButtonClass } from "../ui/button.tsx";
import { Problem } from "../ui/form.tsx";
import { ExternalLink } from "../ui/icons.ts";
import { words } from "../words/words.ts";
import styles from "./connectors.module.css";

interface SignInStepsProps {
  /** The name of the app or server that people sign in to. */
  name: string;
  begin: UseMutationResult<{ authorization_url: string }, Error, void>;
  isWaiting: boolean;
  /** Called when the sign-in page is opened in a window of its own. */
  onOpen(): void;
}

/** Requests the address of the sign-in page, opens it, and waits until somebody has signed in. */
export const SignInSteps = ({ name, begin, isWaiting, onOpen }: SignInStepsProps) => (
  <div className={styles.signIn}>
    {begin.error && <Problem error={begin.error} />}
    {begin.data ? (
      <>
        <a
          href={begin.data.authorization_url}
          target="_blank"
          rel="noreferrer"
          className={chooseButtonClass("primary")}
          onClick={onOpen}
        >
          <ExternalLink aria-hidden /> {words.connectors.openApp(name)}
        </a>
        <p role="status">{isWaiting ? words.connectors.waiting : words.connectors.goodFor}</p>
      </>
    ) : (
      <Button kind="primary" needs="admin" disabled={begin.isPending} onClick={() => begin.mutate()}>
        {words.connectors.begin}
      </Button>
    )}
  </div>
);
