import type { ErrorComponentProps } from "@tanstack/react-router";
import { Refusal } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";

/** Shows why a page cannot be shown, in the API's own sentence. */
export const Problem = ({ error, reset }: ErrorComponentProps) => (
  <Page title={error instanceof Refusal && error.status === 404 ? words.shell.notThere : words.shell.notShown} isNarrow>
    <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
    <div>
      <Button onClick={reset}>{words.shell.tryAgain}</Button>
    </div>
  </Page>
);

export const NotThere = () => (
  <Page title={words.shell.notThere} isNarrow>
    <p role="alert">{location.pathname}</p>
  </Page>
);

export const Pending = () => (
  <p className="visually-hidden" role="status">
    {words.shell.loading}
  </p>
);
