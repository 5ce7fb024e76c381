import { useState } from "react";
import { callApi } from "../api/client.ts";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatPercent, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./documents.module.css";

/** Runs the search of an agent, and shows the passages that it would read. */
export const SearchDocuments = () => {
  const [query, setQuery] = useState("");
  const search = useAction({
    run: () => callApi("POST /knowledge-base/search", { body: { query, limit: 8 } }),
    isQuietOnRefusal: true,
  });
  return (
    <>
      <Form
        isQuestion
        onSubmit={() => search.mutate()}
        action={words.documents.find}
        isBusy={search.isPending}
        error={search.error}
      >
        <TextField label={words.documents.query} type="search" value={query} onChange={setQuery} isRequired />
      </Form>
      <div role="status">
        {search.data && (
          <p className={styles.count}>
            {search.data.chunks.length === 0
              ? words.documents.noResults
              : words.documents.results(formatWhole(search.data.chunks.length))}
          </p>
        )}
      </div>
      {search.data?.degraded_reason && (
        <Notice tone="warn" title={words.documents.degraded}>
          {search.data.degraded_reason}
        </Notice>
      )}
      <ol className={styles.passages}>
        {search.data?.chunks.map(({ id, filename, chunk_text: text, chunk_metadata: place, similarity }) => (
          <li key={id}>
            <p className={styles.source}>
              <strong>{filename}</strong>{" "}
              {[
                place.headings,
                place.page !== null && words.documents.page(formatWhole(place.page)),
                words.documents.similar(formatPercent(similarity)),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </>
  );
};
