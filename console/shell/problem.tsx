import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Refusal } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { ErrorWords } from "../ui/error-words.tsx";
import { Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";

// Loaded separately, because the first page needs no list of all others.
const Absent = lazy(async () => ({ default: (await import("./absent.tsx")).Absent }));

/** The answers to an address behind which there is nothing: nobody has it, or it is none. */
const OF_NOTHING: readonly number[] = [404, 422];

/** Shows why a page cannot be shown. A page that does not exist is not asked for again. */
export const Problem = ({ error }: ErrorComponentProps) => {
  if (error instanceof Refusal && OF_NOTHING.includes(error.status))
    return (
      <Suspense fallback={<Pending />}>
        <Absent error={error} />
      </Suspense>
    );
  return (
    <Page title={words.shell.notShown} isNarrow>
      <p role="alert">
        <ErrorWords error={error} />
      </p>
      <Again />
    </Page>
  );
};

/** Asks for everything on the page again, what the page asks before it is shown included. */
const Again = () => {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div>
      <Button onClick={tryAgain}>{words.shell.tryAgain}</Button>
    </div>
  );
};

export const NotThere = () => (
  <Suspense fallback={<Pending />}>
    <Absent error={words.shell.nothingAt(location.pathname)} />
  </Suspense>
);

export const Pending = () => (
  <p className="visually-hidden" role="status">
    {words.shell.loading}
  </p>
);
