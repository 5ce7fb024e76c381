import { words } from "../words/words.ts";
import styles from "./error-words.module.css";

/** Says an error; where the API's own words are in another language, they stand below. */
export const ErrorWords = ({ error }: { error: unknown }) => {
  const own = error instanceof Error && "own" in error && typeof error.own === "string" ? error.own : undefined;
  return (
    <>
      {error instanceof Error ? error.message : String(error)}
      {own !== undefined && (
        <small className={styles.own}>
          {words.refusals.ownWords}: <span lang="en">{own}</span>
        </small>
      )}
    </>
  );
};
